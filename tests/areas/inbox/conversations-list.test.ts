import { randomUUID } from 'node:crypto';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { CustomerId, LeadId } from '../../../domain/shared/id.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

async function subjects(query: string): Promise<(string | null)[]> {
  const { status, body } = await shop.read.get(`/conversations?${query}`);
  expect(status).toBe(200);
  expect(body.meta).toEqual({ total: body.data.length, omitted: 0, next_offset: null });
  return body.data.map(({ subject }: { subject: string | null }) => subject) as (string | null)[];
}

const thread = (subject: string, fields: Partial<Conversation> = {}): Promise<Conversation> =>
  aConversation(service, shop, { subject, ...fields });

describe('the order', () => {
  it('is the most recently active first, and threads without messages last', async () => {
    await thread('silent');
    await thread('old', { lastMessageAt: at('2026-03-01T09:00:00Z') });
    await thread('new', { lastMessageAt: at('2026-03-02T09:00:00Z') });
    expect(await subjects('')).toEqual(['new', 'old', 'silent']);
  });
});

describe('the filters', () => {
  it('`since` takes threads that were active at that time or later', async () => {
    await thread('silent');
    await thread('before', { lastMessageAt: at('2026-03-01T08:59:59.999Z') });
    await thread('then', { lastMessageAt: at('2026-03-01T09:00:00Z') });
    expect(await subjects('since=2026-03-01T09:00:00Z')).toEqual(['then']);
    expect(await subjects('since=2026-03-01T09:00:00Z&status=open&unread=true')).toEqual([]);
  });

  it('`unassigned` is ignored when `assigned_to` is given', async () => {
    await thread('nobody’s');
    expect(await subjects('unassigned=true')).toEqual(['nobody’s']);
    expect(await subjects(`unassigned=true&assigned_to=${randomUUID()}`)).toEqual([]);
    expect(await subjects('unassigned=false')).toEqual(['nobody’s']);
  });

  it('an automated reply answers nobody', async () => {
    const asked = at('2026-03-01T09:00:00Z');
    const replied = at('2026-03-01T09:01:00Z');
    await thread('by hand', {
      lastMessageAt: replied,
      lastInboundAt: asked,
      lastOutboundAt: replied,
      lastHumanOutboundAt: replied,
    });
    await thread('automated', { lastMessageAt: replied, lastInboundAt: asked, lastOutboundAt: replied });
    expect(await subjects('unanswered=true')).toEqual(['automated']);
    expect(await subjects('unread=true')).toEqual([]);
  });
});

describe('`q`', () => {
  it('finds a part of the customer’s name or number, of the lead’s, of the contact’s number and of the subject', async () => {
    const customer = await aCustomer(shop.full, { name: 'Zoë Çelik', phone: '+16135550142' });
    const lead = await aLead(shop.full, { name: 'Sam Okafor', phone: '+16135550177' });
    await thread('customer', { customerId: customer.id });
    await thread('lead', { leadId: lead.id });
    await thread('Ceramic coating', { contactNumber: customer.phone });
    for (const [q, found] of [
      ['celik', ['customer']],
      ['ZOE', ['customer']],
      ['celik zoe', ['customer']],
      ['okafor', ['lead']],
      ['0177', ['lead']],
      ['613 555 0142', ['Ceramic coating', 'customer']],
      ['coating', ['Ceramic coating']],
      ['100%', []],
      ['!', []],
      ['nobody', []],
    ] as const) {
      expect([q, (await subjects(`q=${encodeURIComponent(q)}`)).sort()]).toEqual([q, found]);
    }
    expect(await subjects('q=okafor&status=closed')).toEqual([]);
    expect(await subjects(`q=celik&customer_id=${customer.id}&status=open&channel=sms&unassigned=true`)).toEqual(['customer']);
  });
});

it('each thread has the name of its customer, else of its lead', async () => {
  const dana = await aCustomer(shop.full, { name: 'Dana Whitfield', phone: '613 555 0142' });
  const lead = await aLead(shop.full, { name: 'Lee Chen', phone: '613 555 0143' });
  await thread('a', { customerId: dana.id as CustomerId, lastMessageAt: at('2026-03-01T12:00:00Z') });
  await thread('b', { leadId: lead.id as LeadId, lastMessageAt: at('2026-03-01T11:00:00Z') });
  await thread('c', { lastMessageAt: at('2026-03-01T10:00:00Z') });
  const names = (items: readonly { contact_name: string | null }[]) => items.map(({ contact_name: name }) => name);
  expect(names((await shop.read.get('/conversations')).body.data)).toEqual(['Dana Whitfield', 'Lee Chen', null]);
  const { structuredContent, _meta } = await shop.read.tool('comms.list_conversations');
  expect(names(structuredContent.items)).toEqual(['Dana Whitfield', 'Lee Chen', null]);
  expect(_meta['shop-ops/untrusted']).toContain('items[].contact_name');
});
