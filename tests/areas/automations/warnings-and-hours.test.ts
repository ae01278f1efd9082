import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { Inbox } from '../../support/inbox.js';
import { Rules } from '../../support/rules.js';
import { sharedTestService, type TestService } from '../../support/service.js';

let service: TestService;
let inbox: Inbox;
let rules: Rules;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service, { timezone: 'America/Toronto' });
  rules = new Rules(service, inbox.shop);
});
afterAll(() => service.stop());

const create = async (fields: object) =>
  (await inbox.shop.full.post('/automations/create', { name: 'A rule', on: 'lead.created', do: [STEP], ...fields })).body;
const STEP = { step: 'create_task', title: 'Call {{name}}' };

it('a second rule that starts with the same and does the same is stored with a sentence that names the first', async () => {
  const first = (await create({ name: 'Call a lead' })).data;
  expect(first.warnings).toEqual([]);
  const sentence = `the rule Call a lead (${first.id}) has the same start and create_task, too: both run`;
  const second = (await create({ name: 'Again' })).data;
  expect(second.warnings).toEqual([sentence]);
  const text = { step: 'send_text', body: 'Hello' };
  for (const other of [{ do: [text] }, { on: 'lead.updated' }, { enabled: false }, { on: { after: 'lead.created', days: 1 } }]) {
    expect([other, (await create(other)).data.warnings]).toEqual([other, []]);
  }
  const update = (fields: object) => inbox.shop.full.tool('automations.update', { id: second.id, ...fields });
  expect((await update({ name: 'Once more' })).structuredContent.warnings).toEqual([sentence]);
  expect((await update({ enabled: false })).structuredContent.warnings).toEqual([]);
  await inbox.shop.full.tool('automations.update', { id: first.id, enabled: false });
  expect((await update({ enabled: true })).structuredContent.warnings).toEqual([]);
});

it('the list has whole rules', async () => {
  const { warnings: _, ...rule } = (await create({ when: [{ field: 'source', is: 'eq', value: 'web' }] })).data;
  expect((await inbox.shop.read.tool('automations.list')).structuredContent.items).toEqual([rule]);
});

it.each([
  // The clock shows Monday, 10:00 in Toronto.
  ['2026-03-02T15:00:00Z', { field: 'event.local_time', is: 'gt', value: '09:59' }, true],
  ['2026-03-02T15:00:00Z', { field: 'event.local_time', is: 'gt', value: '10:00' }, false],
  ['2026-03-02T15:00:00Z', { field: 'event.local_time', is: 'eq', value: '10:00' }, true],
  ['2026-03-02T23:30:00Z', { field: 'event.local_time', is: 'lt', value: '18:00' }, false],
  ['2026-03-03T01:00:00Z', { field: 'event.weekday', is: 'in', value: ['mon', 'sun'] }, true],
  ['2026-03-03T01:00:00Z', { field: 'event.open', is: 'eq', value: false }, true],
  ['2026-03-02T15:00:00Z', { field: 'event.open', is: 'eq', value: true }, true],
  ['2026-03-04T15:00:00Z', { field: 'event.open', is: 'eq', value: true }, false], // a closure
])('a rule can ask when the event happened: at %s, %j is %s', async (now, condition, holds) => {
  await service.container.get(SettingsOfShops).change(inbox.shop.id, { closures: ['2026-03-04'] });
  const { id } = (await create({ when: [condition] })).data;
  service.clock.set(now);
  await inbox.shop.full.post('/leads', { name: 'Dana Whitfield', phone: '613 555 0142' });
  await rules.follow();
  const { items } = (await inbox.shop.full.tool('automations.runs', { id })).structuredContent;
  expect(items).toMatchObject([holds ? { status: 'done' } : { status: 'skipped', reason: 'conditions' }]);
});

it.each([
  [{ field: 'event.local_time', is: 'gt', value: '6 pm' }, 'when[0].value: must be a time on the shop’s clocks, such as 18:30'],
  [{ field: 'event.weekday', is: 'eq', value: 'Monday' }, /when\[0\]\.value: must be one of mon, tue, /],
  [{ field: 'event.open', is: 'gt', value: true }, /when\[0\]\.is: must not be gt/],
  [{ field: 'event.hour', is: 'eq', value: 18 }, /when\[0\]\.field: .*event\.local_time, event\.weekday, event\.open/],
])('a condition about the moment that can never hold is refused: %j', async (condition, message) => {
  const { error } = await create({ when: [condition] });
  expect(error.message).toMatch(message);
});
