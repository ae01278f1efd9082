import { randomUUID } from 'node:crypto';
import { MOST_AUTOMATIONS } from '../../../domain/automations/automation.js';
import type { Answer } from '../../support/api.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { insert } from '../../support/builders/insert.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const RULE = { name: 'Text back', on: 'call.missed', do: [{ step: 'send_text', body: 'Sorry that we missed your call.' }] };

async function created(rule: object): Promise<Answer['body']> {
  const { status, body } = await shop.full.post('/automations/create', rule);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}
const update = async (id: string, change: object): Promise<Answer['body']> =>
  (await shop.full.post('/automations/update', { id, ...change })).body;

it('a rule is answered in the form in which it is given, and its parts can be sent back', async () => {
  const { user_id: advisor } = await aStaffMember(service, shop, { role: 'advisor' });
  const parts = {
    name: 'After a job',
    enabled: false,
    on: { after: 'job.completed', days: 3 },
    when: [
      { field: 'stage', is: 'ne', value: 'canceled' },
      { field: 'number', is: 'gt', value: 100 },
      { field: 'previous.stage', is: 'in', value: ['qa', 'ready'] },
      { field: 'scheduled_start', is: 'exists', value: true },
    ],
    do: [
      {
        step: 'create_task',
        title: 'Ask about job {{number}}',
        notes: 'See {{id}}',
        priority: 'high',
        staff_id: advisor,
        due_in: { hours: 2 },
      },
      { step: 'send_text', body: 'How is it?', after: { minutes: 90 }, unless: ['message.received', 'call.completed'] },
      { step: 'assign', staff_id: advisor },
      { step: 'set_followup', due_in: { days: 1 }, after: { days: 90 } },
    ],
  };
  const rule = await created(parts);
  expect(rule).toEqual({ id: rule.id, ...parts, disabled_reason: null, created_at: rule.created_at, warnings: [] });
  const { warnings: _, ...whole } = rule;
  expect((await shop.read.post('/automations/get', { id: rule.id })).body.data).toEqual(whole);
  expect((await update(rule.id, parts)).data).toEqual(rule);
});

it('a rule has the standard values of what is left out, and times in UTC', async () => {
  const when = [
    { field: 'started_at', is: 'gt', value: '2026-03-02T09:30:00-05:00' },
    { field: 'from', is: 'exists' },
    { field: 'answered_by', is: 'eq', value: 'Zoe\u0308' },
  ];
  const rule = await created({ ...RULE, when, do: [{ step: 'create_task', title: ' Call {{from}}  ' }] });
  expect(rule).toMatchObject({
    enabled: true,
    when: [{ value: '2026-03-02T14:30:00.000Z' }, { value: true }, { value: 'Zo\u00eb' }],
    do: [{ step: 'create_task', title: 'Call {{from}}', priority: 'normal' }],
  });
  expect(Object.keys(rule.do[0])).toEqual(['step', 'title', 'priority']);
});

it('a reminder may use the fields of the appointment', async () => {
  const body = '{{customer.name}}, see you {{starts_at}} with the {{vehicle.label}}.';
  const rule = await created({ ...RULE, on: { before: 'appointment', minutes: 1440 }, do: [{ step: 'send_text', body }] });
  expect(rule.on).toEqual({ before: 'appointment', minutes: 1440 });
});

it('the list has the newest rule first, each whole', async () => {
  const rules: object[] = [];
  for (const name of ['First', 'Second', 'Third']) {
    service.clock.pass(1000);
    const { warnings: _, ...rule } = await created({ ...RULE, name });
    rules.unshift(rule);
  }
  const { items, ...meta } = (await shop.read.post('/automations/list', { limit: 2 })).body.data;
  expect(meta).toEqual({ total: 3, omitted: 1, next_offset: 2 });
  expect(items).toEqual(rules.slice(0, 2));
});

it('a change leaves the other parts, and checks the whole rule', async () => {
  const rule = await created({ ...RULE, when: [{ field: 'direction', is: 'eq', value: 'inbound' }] });
  expect((await update(rule.id, { name: 'Renamed', when: [] })).data).toEqual({ ...rule, name: 'Renamed', when: [] });
  expect((await update(rule.id, { do: [{ step: 'send_text', body: 'To {{from}}' }] })).data.do).toHaveLength(1);
  const { error } = await update(rule.id, { on: 'lead.created' });
  expect(error.message).toMatch(/^do\[0\]\.body: \{\{from\}\} must be a field of lead\.created: /);
  const mended = { on: 'lead.created', do: [{ step: 'send_text', body: 'Hi {{name}}' }] };
  expect((await update(rule.id, mended)).data).toMatchObject(mended);
  expect((await update(rule.id, {})).error.message).toMatch(/^body: give at least one of name, enabled, on, when, do/);
});

it('switching a rule on clears the reason for which the service switched it off', async () => {
  const { id } = await created(RULE);
  await service.sql(`update automations set enabled = false, disabled_reason = 'hourly_limit' where shop_id = $1`, [shop.id]);
  expect((await update(id, { name: 'Busy' })).data).toMatchObject({ enabled: false, disabled_reason: 'hourly_limit' });
  expect((await update(id, { enabled: true })).data).toMatchObject({ enabled: true, disabled_reason: null });
});

it('a deleted rule is answered once more, and again, and is gone everywhere else', async () => {
  const { warnings: _, ...rule } = await created(RULE);
  for (let time = 0; time < 2; time += 1) {
    expect((await shop.full.post('/automations/delete', { id: rule.id })).body.data).toEqual(rule);
  }
  expect((await shop.read.post('/automations/list', {})).body.data).toMatchObject({ items: [], total: 0 });
  for (const verb of ['get', 'update']) {
    const { status, body } = await shop.full.post(`/automations/${verb}`, { id: rule.id, enabled: true });
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  }
});

it('what a deleted rule did is still told', async () => {
  const { id } = await created(RULE);
  const at = service.clock.now();
  await insert(service, 'automation_runs', {
    ...{ shop_id: shop.id, id: randomUUID(), automation_id: id, event_id: randomUUID(), happened_at: at, since_number: 0 },
    ...{ state: 'skipped', reason: 'conditions', depth: 1, kept_until: at, created_at: at },
  });
  await shop.full.post('/automations/delete', { id });
  const { data } = (await shop.read.post('/automations/runs', { id })).body;
  expect(data).toMatchObject({ items: [{ status: 'skipped', reason: 'conditions', steps: [] }], total: 1 });
  expect((await shop.read.post('/automations/runs', { id: randomUUID() })).status).toBe(404);
});

it('a shop has a limited number of rules, also when many are added at once, and a deleted one makes room', async () => {
  const rule = await created(RULE);
  await service.sql(
    `insert into automations (shop_id, id, name, enabled, trigger, conditions, steps, listens_to, created_at, version)
     select shop_id, gen_random_uuid(), name, enabled, trigger, conditions, steps, listens_to, created_at, 1
     from automations, generate_series(1, $2) where shop_id = $1`,
    [shop.id, MOST_AUTOMATIONS - 3],
  );
  const answers = await Promise.all([1, 2, 3, 4].map(() => shop.full.post('/automations/create', RULE)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toEqual({
    code: 'conflict',
    message: 'the shop has 50 automations already: delete one first',
  });
  expect((await shop.full.post('/automations/create', RULE)).status).toBe(409);
  await shop.full.post('/automations/delete', { id: rule.id });
  expect((await shop.full.post('/automations/create', RULE)).status).toBe(200);
});
