import type { Answer } from '../../support/api.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { eventsOf, eventTypesOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const WAYS = 20;
const VIN = '1HGCM82633A004352';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

function atOnce<Result>(work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: WAYS }, (_, index) => work(index)));
}

/** Expects that exactly one call succeeded, and that all other answers name the record of this call. Returns the record's id. */
function expectOneWinner(answers: readonly Answer[], status: number, what: string, locationOf: (id: string) => string): string {
  const winners = answers.filter((answer) => answer.status === status);
  expect(winners).toHaveLength(1);
  const id = winners[0]?.body.data.id as string;
  const losers = answers.filter((answer) => answer.status !== status);
  for (const { status: refused, body, headers } of losers) {
    expect([refused, body.error]).toEqual([409, { code: 'conflict', message: `${what} (existing id: ${id})` }]);
    expect(headers.get('location')).toBe(locationOf(id));
  }
  expect(losers).toHaveLength(WAYS - 1);
  return id;
}

describe('twenty calls at once', () => {
  const customerAt = (id: string): string => `/api/v1/customers/${id}`;

  it('create one customer for one e-mail', async () => {
    const answers = await atOnce((index) =>
      shop.full.post('/customers', { name: `Dana ${index}`, email: index % 2 ? 'DANA@example.com' : 'dana@example.com' }),
    );
    const id = expectOneWinner(answers, 201, 'this email already belongs to a customer', customerAt);
    expect((await shop.read.get('/customers')).body.data.map((customer: { id: string }) => customer.id)).toEqual([id]);
    expect(await service.sql('select type from outbox where shop_id = $1', [shop.id])).toEqual([{ type: 'customer.created' }]);
  });

  it('create one customer for one phone', async () => {
    const answers = await atOnce((index) =>
      shop.full.post('/customers', { name: 'Dana', email: `dana${index}@example.com`, phone: '613 555 0142' }),
    );
    expectOneWinner(answers, 201, 'this phone already belongs to a customer', customerAt);
  });

  it('create one vehicle for one VIN', async () => {
    const owner = (await aCustomer(shop.full)).id;
    const answers = await atOnce((index) =>
      shop.full.post('/vehicles', { customer_id: owner, vin: index % 2 ? VIN.toLowerCase() : VIN }),
    );
    const id = expectOneWinner(answers, 201, 'this VIN is already on file', () => `/api/v1/vehicles?vin=${VIN}`);
    expect((await shop.read.get('/vehicles')).body.data.map((vehicle: { id: string }) => vehicle.id)).toEqual([id]);
  });

  it('move one customer to one e-mail', async () => {
    const customers = await atOnce(() => aCustomer(shop.full));
    const answers = await atOnce((index) =>
      shop.full.patch(`/customers/${customers[index].id}`, { email: 'wanted@example.com', name: 'New' }),
    );
    const id = expectOneWinner(answers, 200, 'this email already belongs to a customer', customerAt);
    const { body } = await shop.read.get('/customers?limit=100');
    expect(
      body.data.filter(({ name }: { name: string }) => name === 'New').map((customer: { id: string }) => customer.id),
    ).toEqual([id]);
  });

  it('pass one e-mail on, and none is answered with an internal error', async () => {
    const customers = await atOnce(() => aCustomer(shop.full));
    const statuses = await atOnce(async (index) => {
      const path = `/customers/${customers[index].id}`;
      const taken = await shop.full.patch(path, { email: 'shared@example.com' });
      const given = await shop.full.patch(path, { email: `own-${index}@example.com` });
      return [taken.status, given.status];
    });
    // 503 is allowed. It is the answer when another customer had the e-mail while the call wrote, and no longer had it when the
    // call looked for that customer.
    expect(statuses.flat().filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  });

  it('move one lead, and each move begins where another move ended', async () => {
    const statuses = ['contacted', 'qualified', 'quoted', 'won', 'lost', 'cold'];
    const lead = await aLead(shop.full);
    const answers = await atOnce((index) => shop.full.patch(`/leads/${lead.id}`, { status: statuses[index % statuses.length] }));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: WAYS }, () => 200));
    const moves = (await eventsOf(service, lead)).slice(1).map(({ data }) => [data['from'], data['to']]);
    const { body } = await shop.read.get(`/leads/${lead.id}/timeline?limit=100`);
    expect(body.data.map(({ from, to }: { from: string; to: string }) => [from, to]).sort()).toEqual([...moves].sort());
    const froms = moves.map(([from]) => from);
    const tos = moves.map(([, to]) => to);
    const end = (await shop.read.get(`/leads/${lead.id}`)).body.data.status;
    expect([...froms, end].sort()).toEqual(['new', ...tos].sort());
  });

  it('change different fields of one customer, and no change is lost', async () => {
    const dana = await aCustomer(shop.full, { phone: '613 555 0142' });
    const changes = [
      { name: 'New' },
      { email: 'new@example.com' },
      { phone: '613 555 0143' },
      { tags: ['fleet'] },
      { is_vip: true },
    ];
    await atOnce((index) => shop.full.patch(`/customers/${dana.id}`, changes[index % changes.length]));
    expect((await shop.read.get(`/customers/${dana.id}`)).body.data).toMatchObject({
      name: 'New',
      email: 'new@example.com',
      phone: '+16135550143',
      tags: ['fleet'],
      is_vip: true,
    });
    expect(await eventTypesOf(service, dana)).toEqual(['customer.created', ...changes.map(() => 'customer.updated')]);
  });
});
