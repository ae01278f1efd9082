import { randomUUID } from 'node:crypto';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const TEXT = { step: 'send_text', body: 'Hi' };
const RULE = { name: 'A rule', on: 'lead.created', do: [TEXT] };
const OUT_OF_BOUNDS = { before: 'appointment', days: 91 };

/** The message of the refusal of a rule that would be accepted without this part. */
async function refusal(part: object): Promise<string> {
  const { status, body } = await shop.full.post('/automations/create', { ...RULE, ...part });
  expect([status, body.error?.code]).toEqual([422, 'validation_error']);
  return body.error.message as string;
}

const when = (condition: object): object => ({ on: 'lead.status_changed', when: [condition] });
const steps = (...wrong: object[]): object => ({ do: [TEXT, ...wrong] });

it.each<[part: object, message: string | RegExp]>([
  [{ name: ' ' }, 'name: name is required'],
  [{ name: 'x'.repeat(121) }, 'name: must be at most 120 characters'],
  [{ on: 'lead.exploded' }, /^on: must be one of lead\.created, lead\.updated, .*appointment\.changed.*$/],
  [{ on: 'ping' }, /^on: must be a kind of event such as "lead\.created", /],
  [{ on: 'vehicle.decode_missed' }, /^on: must be one of /],
  [{ on: {} }, 'on: must have exactly one of minutes, hours, days'],
  [{ on: { before: 'appointment', minutes: 0 } }, 'on.minutes: must be a whole number from 1 to 2147483647'],
  [{ on: { before: 'appointment', minutes: 5, hours: 1 } }, 'on: must have exactly one of minutes, hours, days'],
  [{ on: OUT_OF_BOUNDS }, 'on.days: must be a whole number from 1 to 90'],
  [{ on: { after: 'lead.created', hours: 2161 } }, 'on: must be at most 90 days'],
  [{ on: { before: 'invoice', hours: 1 } }, 'on.before: must be one of appointment'],
  [{ on: { hours: 1 } }, /^on: must be a kind of event/],
  [{ on: { before: 'appointment', after: 'lead.created', hours: 1 } }, /^on: must be a kind of event/],
  [{ on: { after: 'lead.exploded', hours: 1 } }, /^on\.after: must be one of lead\.created, /],
  [{ on: { before: 'appointment', weeks: 1 } }, 'on: must not have weeks: it takes only minutes, hours, days, before, after'],
  [{ when: [{ is: 'eq', value: 1 }] }, 'when[0].field: field is required'],
  [{ when: [{ field: 'name', is: 'like', value: 'x' }] }, /^when\[0\]\.is: must be one of eq, ne, in, /],
  [{ when: [{ field: 'name', is: 'eq' }] }, 'when[0]: must have a value, because eq compares with one'],
  [{ when: [{ field: 'name', is: 'in', value: ['x', {}] }] }, 'when[0].value[1]: must be a text, a number, or true or false'],
  [{ when: [{ field: 'name', is: 'in', value: [] }] }, 'when[0].value: must have 1 to 50 entries'],
  [
    when({ field: 'nme', is: 'exists' }),
    /^when\[0\]\.field: must be a field of lead\.status_changed: id, name, .*, previous\.\*, event\.local_time, event\.weekday, event\.open$/,
  ],
  [when({ field: 'by', is: 'eq', value: 'x' }), 'when[0].is: must be exists, because the field is a record'],
  [when({ field: 'by.key', is: 'exists' }), /^when\[0\]\.field: must be a field of /],
  [when({ field: 'previous.nme', is: 'exists' }), /^when\[0\]\.field: must be a field of /],
  [when({ field: 'toString', is: 'exists' }), /^when\[0\]\.field: must be a field of /],
  [when({ field: 'status', is: 'eq', value: 'done' }), /^when\[0\]\.value: must be one of new, contacted, /],
  [when({ field: 'status', is: 'in', value: ['new', 'done'] }), /^when\[0\]\.value: each must be one of new, contacted, /],
  [when({ field: 'status', is: 'in', value: 'new' }), 'when[0].value: must be a list'],
  [when({ field: 'status', is: 'eq', value: ['new'] }), 'when[0].value: must be one value, not a list'],
  [when({ field: 'name', is: 'eq', value: 5 }), 'when[0].value: must be a text, because the field is one'],
  [when({ field: 'name', is: 'lt', value: 'x' }), 'when[0].is: must not be lt, because the field is neither a number nor a time'],
  [when({ field: 'name', is: 'exists', value: 'yes' }), 'when[0].value: must be true or false'],
  [
    when({ field: 'created_at', is: 'gt', value: 'yesterday' }),
    /^when\[0\]\.value: must be an RFC 3339 date-time with Z or an offset/,
  ],
  [when({ field: 'created_at', is: 'contains', value: '2026' }), /^when\[0\]\.is: must not be contains/],
  [
    { on: 'customer.updated', when: [{ field: 'tags', is: 'eq', value: 'vip' }] },
    'when[0].is: must be contains or exists, because the field is a list',
  ],
  [{ when: Array(21).fill({ field: 'name', is: 'exists' }) }, 'when: must be a list of at most 20 conditions'],
  [{ do: [] }, 'do: must be a list of 1 to 10 steps'],
  [{ do: Array(11).fill(TEXT) }, 'do: must be a list of 1 to 10 steps'],
  [steps({}), 'do[1].step: step is required'],
  [steps({ step: 'run_code' }), 'do[1].step: must be one of create_task, send_text, assign, set_followup'],
  [steps({ step: 'create_task' }), 'do[1].title: title is required'],
  [steps({ step: 'send_text' }), 'do[1].body: body is required'],
  [steps({ step: 'assign' }), 'do[1].staff_id: staff_id is required'],
  [steps({ step: 'set_followup' }), 'do[1].due_in: due_in is required'],
  [steps({ ...TEXT, title: 'x' }), 'do[1].title: must be left out: send_text has no title'],
  [steps({ ...TEXT, unles: [] }), /^do\[1\]: must not have unles: it takes only step, title, .*, unless$/],
  [steps({ ...TEXT, body: 'x'.repeat(1601) }), 'do[1].body: must be at most 1600 characters'],
  [steps({ ...TEXT, body: 'Hi {{nme}}' }), /^do\[1\]\.body: \{\{nme\}\} must be a field of lead\.created: id, name, /],
  [steps({ ...TEXT, body: 'Hi {{previous.name}}' }), /^do\[1\]\.body: \{\{previous\.name\}\} must be a field of lead\.created: /],
  [steps({ ...TEXT, body: 'Hi {{name}' }), 'do[1].body: must have fields in two pairs of braces, such as {{name}}'],
  [
    { on: { before: 'appointment', hours: 1 }, ...steps({ ...TEXT, body: '{{customer}}' }) },
    /^do\[1\]\.body: \{\{customer\}\} must be a text/,
  ],
  [steps({ step: 'create_task', title: '{{nme}}' }), /^do\[1\]\.title: \{\{nme\}\} must be a field/],
  [steps({ step: 'create_task', title: 'x', notes: '{{nme}}' }), /^do\[1\]\.notes: \{\{nme\}\} must be a field/],
  [steps({ ...TEXT, after: { minutes: '5' } }), 'do[1].after.minutes: must be a whole number from 1 to 2147483647'],
  [steps({ ...TEXT, after: { days: 1, hours: 1 } }), 'do[1].after: must have exactly one of minutes, hours, days'],
  [steps({ ...TEXT, after: { minutes: 129_601 } }), 'do[1].after: must be at most 90 days'],
  [steps({ ...TEXT, unless: ['message.received'] }), /^do\[1\]\.unless: must be left out without after/],
  [
    steps({ ...TEXT, after: { minutes: 5 }, unless: ['lead.created'] }),
    /^do\[1\]\.unless\[0\]: must be one of message\.received, call\.completed, /,
  ],
])('refuses %j', async (part, message) => {
  expect(await refusal(part)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

it('refuses a teammate who may not be assigned, and says why', async () => {
  const technician = await aStaffMember(service, shop, { role: 'technician' });
  const gone = await aStaffMember(service, shop, { active: false });
  const stranger = await aStaffMember(service, await service.shop());
  const nobody = 'is the id of nobody in this shop';
  for (const [id, why] of [
    [randomUUID(), nobody],
    [stranger.user_id, nobody],
    [gone.user_id, 'is the id of somebody who has left the shop'],
    [technician.user_id, 'is a technician, whose role grants no inbox access'],
  ]) {
    const message = `do[1].staff_id: ${why}; see tasks.assignees`;
    expect(await refusal(steps({ step: 'assign', staff_id: id }))).toBe(message);
    expect(await refusal(steps({ step: 'create_task', title: 'x', staff_id: id }))).toBe(message);
  }
  expect(await refusal(steps({ step: 'assign', staff_id: 'Morgan' }))).toBe(
    'do[1].staff_id: must be a UUID: a staff_id from tasks.assignees',
  );
});

it('tells a model all problems at once, each with its path', async () => {
  const wrong = {
    ...RULE,
    when: [{ field: 'nme', is: 'exists' }],
    do: [
      { ...TEXT, body: '{{nme}}' },
      { step: 'assign', who: 1 },
    ],
  };
  const [{ text }] = (await shop.full.tool('automations.create', wrong)).content;
  expect(text).toMatch(/^do\[1\]: must not have who: it takes only step, /);
  const other = await shop.full.tool('automations.create', { ...wrong, do: [{ ...TEXT, body: '{{nme}}' }] });
  expect(other.content[0].text).toMatch(
    /^when\[0\]\.field: must be a field of lead\.created: .*; do\[0\]\.body: \{\{nme\}\} must be /,
  );
});
