import { Flag } from '../../../application/kernel/fields/fields.js';
import { operation, type UseCase } from '../../../application/kernel/operation/operation.js';
import { itemsOf } from '../../../application/kernel/operation/output.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { Api } from '../../support/api.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { operations } from '../../support/registry.js';
import { toolCall } from '../../support/rpc-messages.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const NOBODY = '018f0000-0000-7000-8000-000000000000';

class NoInput {}
class NoView {
  @Flag() found!: boolean;
  static of(): NoView {
    return { found: false };
  }
}

class FindFaults implements UseCase<NoInput, never> {
  execute(): Promise<never> {
    return Promise.reject(
      new ValidationError('title', 'title is required', [{ field: 'priority', problem: 'must be one of low, high' }]),
    );
  }
}

const findFaults = operation(FindFaults, {
  name: 'faults.find',
  summary: 'Find faults',
  description: 'Refuses everything.',
  scope: 'read',
  capability: { permission: 'inbox.access', budget: 'read' },
  input: NoInput,
  output: itemsOf(NoView),
  needs: [],
});

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ limits: { writeBudget: 2 }, operations: [...operations, findFaults] });
  shop = await service.shop();
});
afterAll(() => service.stop());

/** Expects a refusal, and returns its text for the model. */
async function advice(api: Api, name: string, args: object): Promise<string> {
  const { isError, content } = await api.tool(name, args);
  expect(isError).toBe(true);
  return (content as { text: string }[])[0]?.text ?? '';
}

const writing = (): Promise<Api> => service.key(shop.id);

describe('the first text of a refusal', () => {
  it.each([
    ['customer', 'customer_id', 'Find it with customers.list.'],
    ['job', 'job_id', 'Find it with jobs.list.'],
    ['conversation', 'conversation', 'Find it with comms.list_conversations.'],
    ['message', 'message_id', 'Find it with comms.list_messages.'],
  ])('names, for an unknown %s, the argument and the tool that finds one, if there is one', async (what, argument, next) => {
    expect(await advice(await writing(), 'tasks.create', { title: 'x', [argument]: NOBODY })).toBe(
      `${argument}: no ${what} of this shop has this id. ${next}`,
    );
  });

  it('names `id` for an unknown record that is requested by its id', async () => {
    expect(await advice(shop.read, 'services.get', { id: NOBODY })).toBe(
      'id: no service of this shop has this id. Find it with services.list.',
    );
    expect(await advice(shop.read, 'customers.get', { id: NOBODY })).toBe(
      'id: no customer of this shop has this id. Find it with customers.list.',
    );
  });

  it('names no tool that this key may not call', async () => {
    const key = await service.key(shop.id, { grants: { 'inbox.access': 'act' } });
    expect(await advice(key, 'tasks.create', { title: 'x', customer_id: NOBODY })).toBe(
      'customer_id: no customer of this shop has this id. Ask the user which customer is meant.',
    );
    expect(await advice(key, 'tasks.create', { title: 'x', customer_id: 'Dana' })).toBe(
      'customer_id: must be a UUID; ask the user for it. Correct what the message names and call again.',
    );
  });

  it.each([
    ['a key without its section', () => service.key(shop.id, { grants: { 'bookings.manage': 'act' } }), ''],
    ['an address without its section', () => shop.full, '?sections=booking'],
  ])('and the second text name no tool that is missing for %s', async (_, keyOf, query) => {
    const key = await keyOf();
    const window = { from: '2026-03-03T09:00:00Z', to: '2026-03-04T09:00:00Z' };
    for (const [args, field] of [
      [{ ...window, service_ids: ['x'] }, 'service_ids'],
      [{ ...window, service_ids: [NOBODY], staff_id: 'x' }, 'staff_id'],
    ] as const) {
      const { content } = (await key.send('POST', `/api/mcp${query}`, { body: toolCall('booking.availability', args) })).body
        .result;
      const { code, message } = JSON.parse(content[1].text).error;
      expect([code, message]).toEqual(['validation_error', expect.stringMatching(/^\w+: must be .*; ask the user for it$/)]);
      expect([message.split(':')[0], content[0].text.split('. ')[0]]).toEqual([field, message]);
    }
  });

  it('says that a feature is switched off, and mentions no ids', async () => {
    const other = await service.shop();
    await service.sql(`update shops set features = features || '{"services": false}' where id = $1`, [other.id]);
    const key = await service.key(other.id);
    for (const [name, args] of [
      ['services.list', {}],
      ['services.get', { id: NOBODY }],
    ] as const) {
      expect(await advice(key, name, args)).toBe('services is switched off for this shop. Tell the user; do not retry.');
    }
    expect((await key.post('/services/list', {})).body.error).toEqual({
      code: 'not_found',
      message: 'services is switched off for this shop',
    });
  });

  it('names all unknown arguments and all known ones', async () => {
    const all = 'title, notes, priority, due_at, conversation, customer_id, job_id, message_id, staff_id, idempotency_key';
    const key = await writing();
    expect(await advice(key, 'tasks.create', { title: 'x', assigned_to: NOBODY })).toBe(
      `assigned_to: is not an argument of tasks.create; its arguments: ${all}. Correct what the message names and call again.`,
    );
    expect(await advice(key, 'tasks.create', { title: 'x', assigned_to: 1, due: 2 })).toContain(
      `assigned_to, due: are not arguments of tasks.create; its arguments: ${all}.`,
    );
    expect(await advice(shop.read, 'tasks.assignees', { limit: 1 })).toContain(
      'limit: is not an argument of tasks.assignees; it has none.',
    );
  });

  it('stays short for any number of unknown arguments', async () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`${'x'.repeat(90)}${index}`, 1]));
    expect(await advice(await writing(), 'tasks.create', { ...many, title: 'x' })).toMatch(/ and 1995 more: are not arguments/);
    expect((await advice(shop.read, 'tasks.list', many)).length).toBeLessThan(1500);
  });

  it('names no field that is not an argument of the tool', async () => {
    const { id } = await aStoredService(service, shop, {});
    expect(await advice(await writing(), 'services.update_price', { id })).toMatch(/^arguments: give base_price or tiers/);
  });

  it('names all errors of the arguments, even if the first error is in the second argument', async () => {
    const { content } = await shop.read.tool('faults.find');
    expect(content[0].text).toBe(
      'title: is required; priority: must be one of low, high. Correct what the message names and call again.',
    );
    expect(JSON.parse(content[1].text).error.message).toBe('title: title is required');
  });

  it('names each argument once', async () => {
    const key = await writing();
    expect(await advice(key, 'tasks.create', {})).toMatch(/^title: is required\. /);
    expect(await advice(key, 'services.update_price', { id: NOBODY, tiers: [{ vehicle_size: 'suv' }] })).toMatch(
      /^tiers: entry 1: price: is required\. /,
    );
  });

  it('names all errors in the entries of a list', async () => {
    const tiers = [
      { vehicle_size: 'suv', prize: 1 },
      { vehicle_size: 'q', price: 1, x: 1 },
      { vehicle_size: 'van', price: -1, duration_minutes: 0.5 },
      7,
    ];
    expect(await advice(await writing(), 'services.update_price', { id: NOBODY, tiers })).toMatch(
      new RegExp(
        '^tiers: prize, x are not properties of its entries; .*; tiers: entry 1: price: is required; ' +
          'tiers: entry 2: vehicle_size: must be one of .*; tiers: entry 3: price: must be an amount .*; ' +
          'tiers: entry 3: duration_minutes: must be a whole number .*; tiers: entry 4 must be an object\\. ',
      ),
    );
    const many = Array.from({ length: 6 }, () => ({}));
    expect(await advice(await writing(), 'services.update_price', { id: NOBODY, tiers: many })).toMatch(
      /tiers: entry 5: price: is required; tiers: 2 more problems in its entries\. /,
    );
  });

  it('says for a used-up budget when to retry, once', async () => {
    const key = await writing();
    for (let sent = 0; sent < 2; sent += 1) await key.tool('tasks.create', {});
    expect(await advice(key, 'tasks.create', {})).toMatch(
      /^the write budget of 2 calls in 60 seconds is used up; retry in \d+ s\.$/,
    );
  });

  it('says for a call that is still in flight to repeat that same call', async () => {
    const key = await writing();
    const call = { title: 'x', idempotency_key: 'in-flight' };
    await key.tool('tasks.create', call);
    await service.sql(`update idempotency_keys set answer = null, begun_at = now() + interval '1 year' where key = $1`, [
      'in-flight',
    ]);
    expect(await advice(key, 'tasks.create', call)).toBe(
      'a call with this idempotency key is still in flight. Wait a few seconds, then repeat this very call.',
    );
  });
});

it('the second text of a refusal is the error of the REST API', async () => {
  const { content } = await (await writing()).tool('tasks.create', {});
  const { body } = await (await writing()).post('/tasks/create', {});
  expect(JSON.parse(content[1].text)).toEqual(body);
});
