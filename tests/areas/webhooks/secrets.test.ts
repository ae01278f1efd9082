import { secretContext } from '../../../application/areas/webhooks/webhook-secrets.js';
import { Sealer } from '../../../application/kernel/ports/ports.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { HOOK, rowOf, subscribed } from '../../support/webhook-shop.js';

const DAY_MS = 24 * 3_600_000;

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});

/** The secrets of a webhook's row in plain text: the present one, and the one before it. */
async function secretsOf(id: string): Promise<(string | null | undefined)[]> {
  const row = await rowOf(service, { id: id as WebhookId }); // safe: an id of the API
  const context = secretContext(shop.id, id as WebhookId); // safe for the same reason
  return [row?.secret, row?.former_secret].map((sealed) => sealed && service.container.get(Sealer).open(sealed, context));
}

const rotated = async (id: string, headers = {}): Promise<string> => {
  const answer = await shop.full.post(`/webhooks/${id}/rotate-secret`, {}, headers);
  expect(answer.status).toBe(200);
  return answer.body.data.secret as string;
};

it('a secret is shown when it is made, and in no other answer', async () => {
  const { id, secret } = await subscribed(shop);
  const second = await rotated(id);
  const answers = [
    await shop.full.get('/webhooks'),
    await shop.full.get(`/webhooks/${id}`),
    await shop.full.patch(`/webhooks/${id}`, { description: 'Accounting' }),
    await shop.full.post(`/webhooks/${id}/test`),
    await shop.full.get(`/webhooks/${id}/deliveries`),
  ];
  const shown = answers.map(({ text }) => text).join();
  for (const one of [secret, second, 'whsec_', '"secret"']) expect(shown).not.toContain(one);
});

it('a rotation keeps the former secret for a day, and a second one keeps only the secret before it', async () => {
  const { id, secret } = await subscribed(shop);
  const second = await rotated(id);
  expect(await secretsOf(id)).toEqual([second, secret]);
  const until = new Date(Date.parse(service.clock.now()) + DAY_MS);
  expect(await rowOf(service, { id })).toMatchObject({ former_secret_until: until.toISOString() });
  const third = await rotated(id);
  expect(await secretsOf(id)).toEqual([third, second]);
  expect(new Set([secret, second, third]).size).toBe(3);
});

it('concurrent rotations leave the last secret and the one before it', async () => {
  const { id } = await subscribed(shop);
  const made = await Promise.all([rotated(id), rotated(id), rotated(id), rotated(id)]);
  const [present, former] = await secretsOf(id);
  expect(made).toContain(present);
  expect(made).toContain(former);
  expect(former).not.toBe(present);
});

it('a rotation mends a secret that no key opens', async () => {
  const { id } = await subscribed(shop);
  const foreign = await subscribed(shop);
  const [{ secret } = { secret: '' }] = await service.sql<{ secret: string }>('select secret from webhooks where id = $1', [
    foreign.id,
  ]);
  await service.sql('update webhooks set secret = $2 where id = $1', [id, secret]);
  expect(await secretsOf(id)).toEqual([null, null]);
  const mended = await rotated(id);
  expect(await secretsOf(id)).toEqual([mended, null]);
});

it('no table and no line of the log holds a secret in plain text, not even the kept answers of idempotency keys', async () => {
  const made = await shop.full.post('/webhooks', { url: HOOK }, { 'idempotency-key': 'subscribe-1' });
  const { id, secret } = made.body.data;
  const second = await rotated(id, { 'idempotency-key': 'rotate-1' });
  await shop.full.post(`/webhooks/${id}/test`);
  const tables = ['webhooks', 'idempotency_keys', 'outbox', 'webhook_deliveries'];
  const stored = await Promise.all(
    tables.map((table) => service.sql<{ row: string }>(`select t::text as row from ${table} t where t.shop_id = $1`, [shop.id])),
  );
  expect(stored.map((rows) => rows.length)).toEqual([1, 2, 1, 1]);
  const everything = JSON.stringify([stored, service.log.lines]);
  for (const one of [secret, second]) {
    expect(everything).not.toContain(one.slice('whsec_'.length));
    expect(everything).not.toContain(Buffer.from(one).toString('base64').slice(0, 40));
  }
  expect(everything).not.toContain('whsec_');
});

it('a repetition with the same idempotency key gets the same secret again', async () => {
  const header = { 'idempotency-key': 'subscribe-1' };
  const first = await shop.full.post('/webhooks', { url: HOOK }, header);
  const second = await shop.full.post('/webhooks', { url: HOOK }, header);
  expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
  const { id } = first.body.data;
  const rotation = { 'idempotency-key': 'rotate-1' };
  expect(await rotated(id, rotation)).toBe(await rotated(id, rotation));
  expect((await secretsOf(id))[1]).toBe(first.body.data.secret);
  const refused = { 'idempotency-key': 'refused-1' };
  const wrong = await shop.full.post('/webhooks', { url: 'nowhere' }, refused);
  expect([wrong.status, (await shop.full.post('/webhooks', { url: 'nowhere' }, refused)).text]).toEqual([422, wrong.text]);
});
