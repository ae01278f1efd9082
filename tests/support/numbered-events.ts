import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Stores events of a shop as the relay leaves them, one for each kind, and returns the ids of their records. */
export async function storeNumberedEvents(databaseUrl: string, shop: string, kinds: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const records = kinds.map(() => randomUUID());
  try {
    await client.query(
      `insert into outbox (shop_id, id, type, data, created_at, relayed_at, number)
        select $1, gen_random_uuid(), e.type, jsonb_build_object('id', e.record), now(), now(), nextval('event_numbers')
        from unnest($2::text[], $3::text[]) with ordinality as e (type, record, place) order by e.place`,
      [shop, kinds, records],
    );
  } finally {
    await client.end();
  }
  return records;
}
