import type { Call } from '../../../domain/calls/call.js';
import type { CallId, CustomerId } from '../../../domain/shared/id.js';
import { aStoredCall } from '../../support/builders/a-call.js';
import { aCustomer } from '../../support/builders/records.js';
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

const call = (started: string, fields: Partial<Call> = {}): Promise<Call> =>
  aStoredCall(service, shop, { startedAt: at(started), ...fields });

async function page(query = ''): Promise<{ ids: string[]; meta: object }> {
  const { status, body } = await shop.read.get(`/calls?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return { ids: body.data.map(({ id }: { id: string }) => id), meta: body.meta };
}
const all = (...calls: readonly Call[]): object => ({
  ids: calls.map(({ id }) => id),
  meta: { total: calls.length, omitted: 0, next_offset: null },
});

describe('GET /calls', () => {
  it('lists the newest call first, and calls of the same instant by their ids, the last id first', async () => {
    const second = await call('2026-02-01T10:00:00Z', { id: '00000000-0000-4000-8000-000000000002' as CallId });
    const first = await call('2026-02-01T10:00:00Z', { id: '00000000-0000-4000-8000-000000000001' as CallId });
    const newest = await call('2026-02-01T10:00:00.001Z', { status: 'missed' });
    const oldest = await call('2025-02-01T10:00:00Z', { direction: 'outbound' });
    expect(await page()).toEqual(all(newest, second, first, oldest));
    const { ids: shown, meta } = await page('limit=2&offset=1');
    expect(shown).toEqual([second.id, first.id]);
    expect(meta).toEqual({ total: 4, omitted: 2, next_offset: 3 });
    expect(await page('offset=9')).toEqual({ ids: [], meta: { total: 4, omitted: 4, next_offset: null } });
  });

  it('has every field of a call', async () => {
    const { id } = await call('2026-02-01T10:00:00Z', { transcript: 'Hello?', transcriptSource: 'live_agent' });
    const { body } = await shop.read.get('/calls');
    expect(body.data).toEqual([
      {
        id,
        conversation: null,
        customer_id: null,
        direction: 'inbound',
        status: 'completed',
        from: '+16135550142',
        to: '+16135550100',
        started_at: '2026-02-01T10:00:00.000Z',
        ended_at: '2026-03-01T09:03:10.000Z',
        duration_seconds: 190,
        answered_by: 'Morgan Ellis',
        has_recording: false,
        recording_duration_seconds: null,
        has_voicemail: false,
        voicemail_duration_seconds: null,
        has_transcript: true,
        has_ai_summary: false,
        updated_at: expect.any(String),
      },
    ]);
  });

  it('finds nothing for a customer that the shop does not have, and where since is after until', async () => {
    await call('2026-02-02T10:00:00Z');
    const other = await service.shop();
    const foreign = (await aCustomer(other.full)) as { readonly id: CustomerId };
    await aStoredCall(service, other, { customerId: foreign.id });
    for (const query of [
      `customer_id=${foreign.id}`,
      'customer_id=none',
      'customer_id=',
      'since=2026-03-01T00:00:00Z&until=2026-01-01T00:00:00Z',
      'since=2026-02-02T11:00:00Z&until=2026-02-02T09:00:00Z&status=completed',
    ]) {
      expect([query, await page(query)]).toEqual([query, all()]);
    }
  });

  it('takes the first and the last instant there is', async () => {
    const first = await call('1970-01-01T00:00:00Z');
    const last = await call('9999-12-31T23:59:59.999Z');
    expect(await page('since=1970-01-01T00:00:00Z&until=9999-12-31T23:59:59.999Z')).toEqual(all(first));
    expect(await page('since=9999-12-31T23:59:59.999Z')).toEqual(all(last));
    expect(await page('since=1970-01-01T00:00:00.001Z')).toEqual(all(last));
    expect(await page('until=9999-12-31T00:00:00Z')).toEqual(all(first));
  });
});
