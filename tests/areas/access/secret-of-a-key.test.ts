import type { Api } from '../../support/api.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

// The test looks into every table, so it has a database of its own.
beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const HEADER = { 'idempotency-key': 'mint-1' };
const WANTED = { name: 'website', scope: 'full' };
const mint = (by: Api, headers = {}): ReturnType<Api['post']> => by.post('/keys/mint', WANTED, headers);

/** All rows of all tables, as text. */
async function everyRow(): Promise<string> {
  const tables = await service.sql<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
  const rows = await Promise.all(tables.map(({ name }) => service.sql(`select t::text as row from "${name}" t`)));
  return JSON.stringify(rows);
}

test('the text of a key is in the one answer alone: no table and no line of the log has it', async () => {
  const { body, headers } = await mint(shop.full, HEADER);
  const key = body.data.key as string;
  expect(headers.get('cache-control')).toBe('no-store');
  await mint(shop.full, HEADER);
  await service.as(key).post('/shop/update', { name: 'Southside' });
  await service.as(key).post('/keys/list', {});
  await shop.full.post('/keys/revoke', { id: body.data.id });
  const [, , publicId, secret] = key.split('_');
  const rows = await everyRow();
  expect([rows.includes(publicId!), rows.includes('shop.updated'), rows.includes('mint-1')]).toEqual([true, true, true]);
  const log = JSON.stringify(service.log.lines);
  for (const text of [key, secret!, Buffer.from(key).toString('base64').slice(0, 40)]) {
    expect([rows.includes(text), log.includes(text)]).toEqual([false, false]);
  }
});

test('a repetition with the same idempotency key is refused and mints nothing', async () => {
  const header = { 'idempotency-key': 'mint-2' };
  expect((await mint(shop.full, header)).status).toBe(201);
  const count = async (): Promise<number> => (await shop.full.post('/keys/list', {})).body.data.total as number;
  const before = await count();
  for (const again of [
    await mint(shop.full, header),
    await shop.full.post('/keys/mint', { ...WANTED, idempotency_key: 'mint-2' }),
  ]) {
    expect([again.status, again.body.error.code, again.headers.get('cache-control')]).toEqual([409, 'conflict', 'no-store']);
    expect(again.body.error.message).toContain('its answer had a secret that is not kept');
  }
  expect(await count()).toBe(before);
  const other = await shop.full.post('/keys/mint', { ...WANTED, scope: 'read' }, header);
  expect(other.status).toBe(422);
});

test('a refusal with 422 is kept for a repetition, as everywhere', async () => {
  const header = { 'idempotency-key': 'mint-3' };
  const refused = await shop.full.post('/keys/mint', { ...WANTED, expires_at: '2020-01-01T00:00:00Z' }, header);
  const again = await shop.full.post('/keys/mint', { ...WANTED, expires_at: '2020-01-01T00:00:00Z' }, header);
  expect([refused.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([422, refused.text, 'true']);
});
