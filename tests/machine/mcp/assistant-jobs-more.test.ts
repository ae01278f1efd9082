import { readFile } from 'node:fs/promises';
import { jobsOfPage, playJob, type Calls } from './assistant-jobs.js';
import { NOW, openAssistantShop } from './assistant-shop.js';
import { aStoredCall } from '../../support/builders/a-call.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
const played: number[] = [];

beforeAll(async () => {
  service = await sharedTestService();
  shop = await openAssistantShop(service);
  await aStoredCall(service, shop, { from: '+16135550911', status: 'missed', startedAt: at('2026-03-02T08:15:00-05:00') });
  await shop.full.post('/leads', { name: 'Priya Nair', phone: '613 555 0922', source: 'web' });
});
afterAll(() => service.stop());
beforeEach(() => {
  service.clock.set(NOW);
});

function job(number: number, title: string, play: (calls: Calls) => Promise<void>): void {
  played.push(number);
  playJob(number, title, () => shop, play);
}

describe('a shop’s assistant', () => {
  job(21, 'the callers whom nobody has called back', async ({ call }) => {
    const { items } = await call('calls.list', { status: 'missed', since: '2026-03-01T00:00:00-05:00' });
    expect(items).toMatchObject([{ from: '+16135550911', started_at: '2026-03-02T13:15:00.000Z' }]);
  });

  job(22, 'whether a time between two starts is free', async ({ call }) => {
    const { items } = await call('services.list', { q: 'oil changes' });
    const asked = {
      service_ids: [items[0].id],
      vehicle_size: 'suv',
      from: '2026-03-05T08:45:00-05:00',
      to: '2026-03-05T09:00:00-05:00',
    };
    expect((await call('booking.availability', asked)).slots).toMatchObject([{ starts_at_local: '2026-03-05T08:45:00-05:00' }]);
  });

  job(23, 'the nearest times if it is not', async ({ call }) => {
    const { items } = await call('services.list', { q: 'oil change' });
    const asked = {
      service_ids: [items[0].id],
      vehicle_size: 'suv',
      from: '2026-03-03T08:45:00-05:00',
      to: '2026-03-03T09:00:00-05:00',
    };
    const { slots, reason, nearest } = await call('booking.availability', asked);
    expect([slots, reason]).toEqual([[], 'no_start_then']);
    expect(nearest.after_local).toBe('2026-03-03T09:00:00-05:00');
  });

  job(24, 'the customers with a car of one make', async ({ call }) => {
    const { items } = await call('customers.list', { vehicle: 'Hondas' });
    expect(items).toMatchObject([{ name: 'Jade MacDonald' }]);
  });

  job(25, 'the leads that nobody has called', async ({ call }) => {
    expect((await call('leads.list', { status: 'new' })).items).toMatchObject([{ name: 'Priya Nair', source: 'web' }]);
  });

  job(26, 'an offer to somebody who has not consented', async ({ call, refused }) => {
    const { matches } = await call('comms.resolve_contact', { name: 'Jade MacDonald' });
    const text = { customer_id: matches[0].id, body: 'Ten percent off!', purpose: 'marketing', idempotency_key: 'offer-jade' };
    expect(await refused('comms.send_text', text)).toContain('has not consented to advertising');
  });

  job(27, 'those who may get an offer', async ({ call }) => {
    expect(await call('customers.list', { marketing_consent: true, texting_blocked: false })).toMatchObject({
      items: [],
      total: 0,
    });
  });

  job(28, 'a task that is done', async ({ call }) => {
    const { items } = await call('tasks.list');
    const { id } = items.find(({ title }: { title: string }) => title === 'Order brake pads');
    expect(await call('tasks.update', { id, complete: true, idempotency_key: 'pads-done' })).toMatchObject({ status: 'done' });
  });

  job(29, 'a thread that is settled', async ({ call }) => {
    const { matches } = await call('comms.resolve_contact', { name: 'Jade' });
    const done = { id: matches[0].conversation, mark_done: true, idempotency_key: 'jade-done' };
    expect(await call('conversations.update', done)).toMatchObject({ status: 'closed' });
  });

  job(30, 'a car that is ready', async ({ call }) => {
    const { items } = await call('jobs.list', { number: 1948 });
    const move = { id: items[0].id, stage: 'ready', idempotency_key: 'civic-ready' };
    expect(await call('jobs.move', move)).toMatchObject({ stage: 'ready' });
  });

  job(31, 'a rule for calls after six', async ({ call }) => {
    const rule = {
      name: 'Text back after six',
      on: 'call.missed',
      when: [{ field: 'event.local_time', is: 'gt', value: '18:00' }],
      do: [{ step: 'send_text', body: 'We open at eight. How can we help?' }],
    };
    expect((await call('automations.list')).items).toEqual([]);
    expect(await call('automations.create', { ...rule, idempotency_key: 'after-six' })).toMatchObject({
      enabled: true,
      warnings: [],
    });
  });

  job(32, 'money back, which no tool gives', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { body } = await shop.full.rpc({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(body.result.instructions).toMatch(/No tool here sees (?:.* or )?payments.*: say so, and offer a task/);
  });

  it('does every job of the page, in the number of calls that the page states', async () => {
    const written = await jobsOfPage();
    expect([...written.keys()].filter((number) => number > 20)).toEqual(played);
    const calls = [...written.values()].flatMap((names) => (names === 'none' ? [] : names.split(', ')));
    expect(await readFile('docs/assistant-jobs.md', 'utf8')).toContain(
      `All ${written.size} end rightly, in ${calls.length} calls; two of them are rightly refused.`,
    );
  });
});
