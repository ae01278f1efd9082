import { aLead } from '../../support/builders/records.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const NOW = '2026-03-02T15:00:00.000Z';

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop({ country: 'CA' });
});
afterAll(() => service.stop());

describe('POST /leads', () => {
  it('creates a new lead whose follow-up is due now', async () => {
    const body = { name: 'Dana Whitfield', email: 'Dana+Fair@Example.COM', phone: '(613) 555-0142', source: 'fair' };
    const answer = await shop.full.post('/leads', body);
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          id: UUID,
          name: 'Dana Whitfield',
          email: 'dana+fair@example.com',
          phone: '+16135550142',
          source: 'fair',
          status: 'new',
          assigned_to: null,
          next_followup_at: NOW,
          external_id: null,
          metadata: {},
          created_at: NOW,
          updated_at: expect.any(String),
        },
      },
    ]);
    expect(answer.headers.get('location')).toBe(`/api/v1/leads/${answer.body.data.id}`);
    expect((await shop.read.get(`/leads/${answer.body.data.id}`)).body).toEqual(answer.body);
  });

  it('needs only a name, and sets the source to api by default', async () => {
    const none = { email: null, phone: null, source: 'api' };
    for (const empty of [
      {},
      { email: null, phone: null, source: null, notes: null },
      { email: '', phone: ' ', source: '', notes: '' },
    ]) {
      expect(await aLead(shop.full, { name: 'Dana', ...empty })).toMatchObject({ name: 'Dana', ...none });
    }
  });

  it("reads a phone in the shop's country", async () => {
    const berlin = await service.shop({ country: 'DE' });
    expect((await aLead(berlin.full, { phone: '030 123456' })).phone).toBe('+4930123456');
    expect((await aLead(berlin.full, { phone: '+1 613 555 0142' })).phone).toBe('+16135550142');
    expect((await aLead(shop.full, { phone: '613 555 0142' })).phone).toBe('+16135550142');
  });

  it('makes two leads of two equal calls', async () => {
    const fields = { email: 'twice@example.com', phone: '613 555 0199' };
    const [one, other] = [await aLead(shop.full, fields), await aLead(shop.full, fields)];
    expect(one.id).not.toBe(other.id);
  });

  it('ignores unknown fields and fields that the creator may not set', async () => {
    const lead = await aLead(shop.full, {
      status: 'won',
      assigned_to: 'me',
      id: 'mine',
      created_at: 'then',
      company_name: 'Acme',
    });
    expect(lead).toMatchObject({ status: 'new', assigned_to: null, created_at: NOW, id: UUID, name: 'Dana Whitfield' });
  });

  it('accepts texts of the greatest length that the document states', async () => {
    const lead = await aLead(shop.full, { name: '😀'.repeat(200), source: 'x'.repeat(120), notes: '\u00e9'.repeat(2000) });
    expect(lead).toMatchObject({ name: '😀'.repeat(200), source: 'x'.repeat(120) });
  });

  it('announces the lead as it is answered, and announces no refused lead', async () => {
    const lead = await aLead(shop.full, { notes: 'rang twice' });
    expect(await eventsOf(service, lead)).toEqual([{ type: 'lead.created', data: lead, created_at: NOW }]);
    const count = `select count(*) as n from outbox where shop_id = $1`;
    const before = await service.sql(count, [shop.id]);
    await shop.full.post('/leads', { name: '' });
    expect(await service.sql(count, [shop.id])).toEqual(before);
  });
});
