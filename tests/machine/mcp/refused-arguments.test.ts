import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { Flag, Uuid } from '../../../application/kernel/fields/fields.js';
import { isTool, operation, type UseCase } from '../../../application/kernel/operation/operation.js';
import { one } from '../../../application/kernel/operation/output.js';
import { Conflict } from '../../../domain/shared/errors.js';
import type { Api } from '../../support/api.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { aCustomer } from '../../support/builders/records.js';
import { operations } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

class ClashInput {
  @Uuid({ optional: true, listedBy: 'staff.list' }) id?: string;
}
class NoView {
  @Flag() found!: boolean;
  static of(): NoView {
    return { found: false };
  }
}
class Clash implements UseCase<ClashInput, never> {
  execute(): Promise<never> {
    return Promise.reject(new Conflict('two of them clash'));
  }
}
const clash = (name: string): ReturnType<typeof operation> =>
  operation(Clash, {
    name,
    summary: 'Clash',
    description: 'Refuses everything.',
    scope: 'read',
    capability: { permission: 'inbox.access', budget: 'read' },
    input: ClashInput,
    output: one(NoView),
    needs: [],
    errors: ['conflict'],
  });

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ operations: [...operations, clash('clashes.find'), clash('jobs.clash')] });
  shop = await service.shop({ timezone: 'America/Toronto' });
});
afterAll(() => service.stop());

/** Expects a refusal, and returns its text for the model. */
async function advice(api: Api, name: string, args: object): Promise<string> {
  const { isError, content } = await api.tool(name, args);
  expect(isError).toBe(true);
  return (content as { text: string }[])[0]?.text ?? '';
}

const IDS = operations
  .filter(isTool)
  .flatMap(({ name, input }) => fieldsOf(input).map((field) => ({ ...field, argument: field.name, tool: name })))
  .filter(({ listedBy }) => listedBy !== undefined);

describe('the refusal of an id', () => {
  const required = IDS.filter((field) => field.required).map(
    ({ tool, argument, listedBy }) => [tool, argument, listedBy] as const,
  );

  it.each(required)('of %s names, for a missing or empty %s, the tool that lists such ids', async (tool, argument, listedBy) => {
    for (const args of [{}, { [argument]: null }, { [argument]: '' }, { [argument]: ' ' }]) {
      expect(await advice(await service.key(shop.id), tool, args)).toMatch(
        new RegExp(`${argument}: (is required|must be a UUID): (an? )?\\w+ from ${listedBy}[.;]`),
      );
    }
  });

  // One argument of each kind; `every-refusal` goes through the arguments of all tools.
  it.each([
    ['services.get', 'id', 'services.list'],
    ['tasks.create', 'customer_id', 'customers.list'],
    ['tasks.list', 'assigned_to', 'tasks.assignees'],
  ])('of %s names, for a wrong %s, the tool that lists such ids once', async (tool, argument, listedBy) => {
    for (const wrong of ['zz', 7, { a: 1 }, 'a\0']) {
      const text = await advice(await service.key(shop.id), tool, { [argument]: wrong });
      expect(text).toMatch(new RegExp(`\\b${argument}: must [^;]*: an? \\w+ from ${listedBy}[.;]`));
      expect(text).not.toMatch(/(from \S+): an? \w+ \1/);
    }
  });

  it('names no tool that this key may not call', async () => {
    const key = await service.key(shop.id, { grants: { 'inbox.access': 'act' } });
    expect(await advice(key, 'tasks.list', { customer_id: 7 })).toMatch(/^customer_id: must be a string; ask the user for it\. /);
  });
});

it.each([
  ['tasks.create', { title: 'x', due_at: 'Monday 9am' }, 'due_at'],
  ['tasks.create', { title: 'x', due_at: `2026-11-22T09:00:00.${'0'.repeat(40)}Z` }, 'due_at'],
  ['jobs.list', { since: '2026-11-22' }, 'since'],
  ['jobs.list', { until: 7 }, 'until'],
])('%s answers %j with an example of a time in the shop’s zone', async (tool, args, argument) => {
  service.clock.set('2026-11-23T04:00:00Z');
  const text = await advice(await service.key(shop.id), tool, args);
  expect(text).toMatch(new RegExp(`^${argument}: must .*, such as 2026-11-23T09:00:00-05:00\\. Correct`));
});

it.each([
  [{ from: '2026-03-04T00:00:00Z', to: '2026-03-03T00:00:00Z' }, /^from: must be before to\. Correct/],
  [{ from: '2026-03-04T00:00:00Z', to: '2027-03-03T00:00:00Z' }, /^to: must be at most 31 days after from\. Correct/],
])('a time that is wrong beside another one is refused without the example: %j', async (window, wanted) => {
  const { id } = await aStoredService(service, shop, {});
  expect(await advice(shop.full, 'booking.availability', { service_ids: [id], ...window })).toMatch(wanted);
});

it('a time is refused on REST without the example', async () => {
  const { body } = await shop.full.post('/tasks', { title: 'x', due_at: 'Monday 9am' });
  expect(body.error.message).toBe('due_at: must be an RFC 3339 date-time with Z or an offset');
});

describe('the refusal of a conflict', () => {
  it('names the tool that shows the record', async () => {
    const { id } = await aStoredService(service, shop, { active: false });
    expect(await advice(await service.key(shop.id), 'services.set_online', { id, bookable: true })).toMatch(
      /cannot be bookable\. Look at the record with services\.get before you call again\.$/,
    );
  });

  it('names the tool that lists the records where none shows a single one', async () => {
    expect(await advice(shop.full, 'jobs.clash', {})).toMatch(/^two of them clash\. Look at the record with staff\.list before /);
  });

  it('for a text in quiet hours names the tool that sends it later, if this key has it', async () => {
    await aPhoneNumber(service, shop, { is_primary: true });
    const { id: customer } = await aCustomer(shop.full, { phone: '613 555 0142' });
    const text = { customer_id: customer, body: 'Ready.' };
    service.clock.set('2026-03-02T03:00:00Z');
    const quiet =
      /^it is outside the shop's texting hours; .* 2026-03-02T08:00:00-05:00 .*; schedule the text for then instead\. /;
    const refused = await advice(shop.full, 'comms.send_text', text);
    expect(refused).toMatch(quiet);
    expect(refused).toMatch(/ Use comms\.schedule_message\.$/);
    await service.sql(`update shops set features = features || '{"scheduling": false}' where id = $1`, [shop.id]);
    const other = await advice(await service.key(shop.id), 'comms.send_text', text);
    expect(other).toMatch(quiet);
    expect(other).toMatch(/ Tell the user what the message says; do not retry\.$/);
  });

  it('names no tool where this key has none', async () => {
    const key = await service.key(shop.id, { grants: { 'inbox.access': 'act' } });
    expect(await advice(key, 'clashes.find', {})).toBe('two of them clash. Tell the user what the message says; do not retry.');
  });
});

it.each([{}, { base_price: 1, tiers: [{ vehicle_size: 'suv', price: 1 }] }])(
  'services.update_price says for the prices %j which of them fits, and where to look',
  async (prices) => {
    const { id } = await aStoredService(service, shop, {});
    const text = await advice(await service.key(shop.id), 'services.update_price', { id, ...prices });
    expect(text).toContain('base_price where its pricing_model is flat, per_sqft or per_hour, tiers where it is tiered');
    expect(text).toContain('services.get shows it.');
  },
);
