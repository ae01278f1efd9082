import { randomUUID } from 'node:crypto';
import type { CustomerId, LeadId } from '../../../domain/shared/id.js';
import type { Answer } from '../../support/api.js';
import { aConversation, aMessage } from '../../support/builders/a-conversation.js';
import { aStoredCall } from '../../support/builders/a-call.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { anInvoice, aQuote } from '../../support/builders/quotes-and-invoices.js';
import { aCustomer, aLead, aStoredTask, created } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';
import { freshVin } from '../../support/areas/vehicles.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const rows = ({ body }: Answer): Answer['body'][] => body.data;
const ids = (answer: Answer): string[] => rows(answer).map(({ id }) => id as string);

async function statementsOf(path: string): Promise<number> {
  const tap = new SqlTap();
  try {
    expect((await shop.read.get(path)).status).toBe(200);
    return tap.statements.length;
  } finally {
    tap.close();
  }
}

const dana = { name: 'Dana Whitfield', phone: '+16135550142', email: 'dana@example.com' };

describe('include', () => {
  it('gives threads their contact and their last message: the customer, else the lead, else the number', async () => {
    const { id: customerId } = await aCustomer(shop.full, dana);
    const { id: leadId } = await aLead(shop.full, { name: 'Sam Okafor', email: 'sam@example.com' });
    const ofCustomer = await aConversation(service, shop, { customerId: customerId as CustomerId, contactNumber: null });
    const ofLead = await aConversation(service, shop, { leadId: leadId as LeadId, contactNumber: null });
    const ofNobody = await aConversation(service, shop);
    await aMessage(service, shop, ofCustomer);
    const answer = await shop.read.get('/conversations?include=contact,last_message');
    const shown = new Map(rows(answer).map(({ id, contact, last_message }) => [id, { contact, last_message }]));
    const message = { direction: 'inbound', body: 'Is it ready?', created_at: '2026-01-01T09:00:00.000Z' };
    expect(shown.get(ofCustomer.id)).toEqual({ contact: dana, last_message: message });
    const sam = { name: 'Sam Okafor', phone: null, email: 'sam@example.com' };
    expect(shown.get(ofLead.id)).toEqual({ contact: sam, last_message: null });
    const stranger = { name: null, phone: ofNobody.contactNumber, email: ofNobody.contactEmail };
    expect(shown.get(ofNobody.id)).toEqual({ contact: stranger, last_message: null });
  });

  it('gives calls their contact', async () => {
    const { id: customerId } = await aCustomer(shop.full, dana);
    const known = await aStoredCall(service, shop, { customerId: customerId as CustomerId });
    const unknown = await aStoredCall(service, shop, { customerId: null, conversationId: null, direction: 'outbound' });
    const shown = new Map(rows(await shop.read.get('/calls?include=contact')).map(({ id, contact }) => [id, contact]));
    expect(shown.get(known.id)).toEqual(dana);
    expect(shown.get(unknown.id)).toEqual({ name: null, phone: unknown.to, email: null });
  });

  it('gives tasks and jobs their customer, or null', async () => {
    const { id } = await aCustomer(shop.full, dana);
    const about = await aStoredTask(shop.full, { title: 'Call back', customer_id: id });
    const alone = await aStoredTask(shop.full, { title: 'Sweep' });
    await aStoredJob(service, shop, { id });
    const tasks = new Map(rows(await shop.read.get('/tasks?include=customer')).map((task) => [task.id, task.customer]));
    expect([tasks.get(about['id']), tasks.get(alone['id'])]).toEqual([{ id, ...dana }, null]);
    expect(rows(await shop.read.get('/jobs?include=customer'))).toMatchObject([{ customer: { id, ...dana } }]);
  });

  it('is refused with what it can be, and without it nothing is there and nothing is read', async () => {
    await aConversation(service, shop);
    const { status, body } = await shop.read.get('/conversations?include=contact,assignee,x');
    expect([status, body.error.message]).toEqual([422, 'include: cannot be assignee, x: it can be contact, last_message']);
    const [thread] = rows(await shop.read.get('/conversations'));
    expect(Object.keys(thread)).not.toEqual(expect.arrayContaining(['contact']));
    const plain = await statementsOf('/conversations');
    expect(await statementsOf('/conversations?include=contact,last_message')).toBe(plain + 2);
    expect(await statementsOf('/conversations?include=contact')).toBe(plain + 1);
  });

  it('and the other fields of REST are no arguments of tools, and refused at capability endpoints', async () => {
    await aConversation(service, shop);
    const refused = await shop.full.tool('comms.list_conversations', { include: 'contact' });
    expect(refused.isError).toBe(true);
    const { status, body } = await shop.full.post('/comms/list_conversations', { include: 'contact' });
    expect([status, body.error.message]).toEqual([422, 'include: is not a field here; only REST has it']);
  });
});

describe('q', () => {
  it('finds leads and customers by words, as customers.list does, page by page', async () => {
    const found = [];
    for (const name of ['Dana Whitfield', 'Whitfield, Dan', 'Sam Okafor']) {
      const fields = { name, email: `${randomUUID()}@example.com` };
      found.push({ lead: (await aLead(shop.full, fields)).id, customer: (await aCustomer(shop.full, fields)).id });
      service.clock.pass(1000);
    }
    const [first, second] = found;
    expect(ids(await shop.read.get('/leads?q=whitfield%20dan'))).toEqual([second!.lead, first!.lead]);
    expect(ids(await shop.read.get('/customers?q=WHIT'))).toEqual([second!.customer, first!.customer]);
    const page = await shop.read.get('/customers?q=whitfield&limit=1');
    const next = await shop.read.get(`/customers?q=whitfield&limit=1&cursor=${encodeURIComponent(page.body.meta.next_cursor)}`);
    expect([...ids(page), ...ids(next)]).toEqual([second!.customer, first!.customer]);
    expect(ids(await shop.read.get('/leads?q=%2F%2F'))).toEqual([]);
    expect(ids(await shop.read.get('/leads?q='))).toHaveLength(3);
    const other = await shop.read.get(`/customers?q=okafor&cursor=${encodeURIComponent(page.body.meta.next_cursor)}`);
    expect(other.body.error.message).toBe('cursor: is not a cursor of this list');
  });
});

describe('ids', () => {
  it('lists these leads, customers, vehicles and tasks, and leaves out unknown ones and those of other shops', async () => {
    const other = await service.shop();
    const make = async ({ full }: TestShop): Promise<Record<string, string>> => {
      const { id: customer } = await aCustomer(full, { email: `${randomUUID()}@example.com` });
      const { id: vehicle } = await created(full, '/vehicles', { customer_id: customer, vin: freshVin() });
      const { id: task } = await aStoredTask(full, { title: 'Call back' });
      await full.post(`/tasks/${task}`, { complete: true });
      return { leads: (await aLead(full)).id, customers: customer, vehicles: vehicle, tasks: task };
    };
    const [own, foreign] = [await make(shop), await make(other)];
    await make(shop);
    for (const [list, id] of Object.entries(own)) {
      const wanted = [id.toUpperCase(), foreign[list], randomUUID()].join(',');
      expect([list, ids(await shop.read.get(`/${list}?ids=${wanted}`))]).toEqual([list, [id]]);
      expect([list, ids(await shop.read.get(`/${list}?ids=`))]).toEqual([list, []]);
    }
  });

  it('are refused when one is no id, or when there are more than 100', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID()).join(',');
    for (const [given, problem] of [
      ['x', 'must be ids with commas between them'],
      [many, 'must be at most 100 ids'],
    ] as const) {
      const { status, body } = await shop.read.get(`/leads?ids=${given}`);
      expect([status, body.error.message]).toEqual([422, `ids: ${problem}`]);
    }
  });
});

it('a quote and an invoice are read by their ids', async () => {
  const { id } = await aCustomer(shop.full, dana);
  const quote = await aQuote(service, shop, { id }, { number: 1 });
  const invoice = await anInvoice(service, shop, { id }, { number: 2 });
  expect((await shop.read.get(`/quotes/${quote.id}`)).body.data).toEqual(rows(await shop.read.get('/quotes'))[0]);
  expect((await shop.read.get(`/invoices/${invoice.id}`)).body.data).toEqual(rows(await shop.read.get('/invoices'))[0]);
  expect((await shop.read.get(`/quotes/${invoice.id}`)).status).toBe(404);
});

it('messages of all threads are listed since a time, and not without one', async () => {
  const threads = [await aConversation(service, shop), await aConversation(service, shop)];
  const messages = [];
  for (const thread of threads) messages.push((await aMessage(service, shop, thread)).id);
  const other = await service.shop();
  await aMessage(service, other, await aConversation(service, other));
  expect(ids(await shop.read.get('/messages?since=2026-01-01T00:00:00Z')).sort()).toEqual(messages.sort());
  expect(ids(await shop.read.get('/messages?since=2026-01-02T00:00:00Z'))).toEqual([]);
  const { status, body } = await shop.read.get('/messages');
  expect([status, body.error.message]).toEqual([422, 'conversation_id: conversation_id is required, or since, or updated_since']);
});
