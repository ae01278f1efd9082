import { erasing, rowsIn } from '../erasure/eraser.js';
import { instant, orNull, shopKey, table, text, uuid, uuidKey } from '../tables/table.js';

export const idempotencyKeyTable = table<{
  shopId: string;
  apiKeyId: string;
  key: string;
  fingerprint: string;
  attempt: string;
  begunAt: string;
  answer: string | null;
}>('idempotency_keys', {
  shopId: shopKey,
  apiKeyId: uuidKey('api_key_id'),
  key: { type: 'text', primary: true },
  fingerprint: text(),
  attempt: uuid(),
  begunAt: instant('begun_at'),
  answer: orNull(text()),
});

const READ = `select t.api_key_id as "apiKeyId", t.key, t.answer from idempotency_keys t where t.shop_id = $1 and t.answer is not null`;
const DELETE = `delete from idempotency_keys t using unnest($2::uuid[], $3::text[]) as k (api_key_id, key)
  where t.shop_id = $1 and t.api_key_id = k.api_key_id and t.key = k.key`;

interface Row {
  readonly apiKeyId: string;
  readonly key: string;
  readonly answer: string;
}

/** Answers are kept for a day, so they are few enough to be read at once. */
export const idempotencyKeyErasure = erasing(idempotencyKeyTable, async ({ client, person, mentions }) => {
  const { rows } = await client.query<Row>(READ, [person.shop]);
  const about = rows.filter(({ answer }) => mentions.in(answer));
  const keys = [about.map(({ apiKeyId }) => apiKeyId), about.map(({ key }) => key)];
  return rowsIn(await client.query(DELETE, [person.shop, ...keys]));
});
