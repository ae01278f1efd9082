import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStoredReview } from '../../support/builders/a-review.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { anInvoice } from '../../support/builders/quotes-and-invoices.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, aStoredTask } from '../../support/builders/records.js';
import { operations } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

/** By the specification only `true` filters, on every surface. */
const ONE_WAY = ['unread', 'unassigned', 'overdue'];

const filters = operations
  .filter(({ capability, scope, output }) => capability && scope === 'read' && output.shape !== 'one')
  .flatMap(({ name, input }) =>
    fieldsOf(input)
      .filter(({ schema }) => schema.type === 'boolean')
      .map((field) => [name, field.name] as const),
  );

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  service.clock.set('2026-03-02T15:00:00Z');
  shop = await service.shop();
  const yes = await aCustomer(shop.full, { name: 'Yes', phone: '613 555 0142', consent_source: 'express_written' });
  await shop.full.patch(`/customers/${yes.id}`, { is_vip: true });
  const blocked = await aCustomer(shop.full, { name: 'Blocked', phone: '613 555 0143', consent_source: 'express_written' });
  await shop.full.post('/comms/set_texting_block', { customer_id: blocked.id, blocked: true });
  await aCustomer(shop.full, { name: 'No', phone: '613 555 0144' });
  const { user_id: assignedTo } = await aStaffMember(service, shop, {});
  await aStaffMember(service, shop, { name: 'Gone', active: false });
  for (const fields of [
    { lastInboundAt: at('2026-03-01T09:00:00Z'), lastMessageAt: at('2026-03-01T09:00:00Z') },
    { assignedTo, lastHumanOutboundAt: at('2026-03-01T10:00:00Z'), lastOutboundAt: at('2026-03-01T10:00:00Z') },
  ]) {
    await aConversation(service, shop, fields);
  }
  await aStoredJob(service, shop, yes, {});
  await aStoredJob(service, shop, yes, { origin: 'import' });
  for (const origin of ['service', 'import']) await anInvoice(service, shop, yes, { origin });
  await aStoredTask(shop.full, { title: 'Late', due_at: '2026-03-01T09:00:00Z' });
  await aStoredTask(shop.full, { title: 'Undated' });
  await aStoredReview(service, shop, { reply: 'Thanks' });
  await aStoredReview(service, shop, { reply: null });
  for (const fields of [
    { name: 'Sold', active: true, bookable: true, addon: false },
    { name: 'Extra', active: false, bookable: false, addon: true },
  ]) {
    await aStoredService(service, shop, fields);
  }
});
afterAll(() => service.stop());

async function idsWith(tool: string, args: object): Promise<readonly string[]> {
  const { structuredContent } = await shop.full.tool(tool, { ...args, limit: 100 });
  return (structuredContent.items as { id: string }[]).map(({ id }) => id).sort();
}

it.each(filters)('%s: the filter %s means what it says, true and false', async (tool, name) => {
  const [absent, yes, no] = [
    await idsWith(tool, {}),
    await idsWith(tool, { [name]: true }),
    await idsWith(tool, { [name]: false }),
  ];
  const all = [...new Set([...absent, ...yes])].sort();
  expect(yes.length).toBeGreaterThan(0);
  expect(yes.length).toBeLessThan(all.length);
  const isOneWay = ONE_WAY.includes(name) || name.endsWith('_only');
  expect(no).toEqual(isOneWay ? absent : all.filter((id) => !yes.includes(id)));
});
