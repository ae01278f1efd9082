import type { DataSource } from 'typeorm';
import { openDataSource } from '../../../adapters/areas/data-source.js';
import { migrateDown, migrateUp, migrationStates } from '../../../infrastructure/database/migrations.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await cloneDatabase();
  dataSource = await openDataSource({ url: database.url, poolSize: 2, ssl: false });
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Reverts the migrations from the named one on, and stores a shop. @returns the shop's id */
async function shopBefore(migration: string, shop: string): Promise<string> {
  while ((await migrationStates(dataSource)).some(({ name, applied }) => name.startsWith(migration) && applied))
    await migrateDown(dataSource);
  await dataSource.query(
    `insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
      values ($1, 'Northside', 'UTC', 'CA', 'CAD', false, false, '{}', now())`,
    [shop],
  );
  return shop;
}

describe('the migrations', () => {
  it('give existing customers the same derived values as new ones: searchable tags and the number of VIPs', async () => {
    const shop = await shopBefore('FoundAsAsked', '018f0000-0000-7000-8000-000000000001');
    await dataSource.query(
      `insert into customers (shop_id, id, name, tags, is_vip, consent_source, created_at, version)
        select $1, gen_random_uuid(), c.name, c.tags, c.vip, 'unknown', now(), 1
        from (values ('A', array['Fleet', 'Rénové'], true), ('B', array['FLEET'], false), ('C', '{}', false)) as c (name, tags, vip)`,
      [shop],
    );
    try {
      await migrateUp(dataSource);
      expect(await dataSource.query('select tag_keys as tags from customers order by name')).toEqual([
        { tags: ['fleet', 'renove'] },
        { tags: ['fleet'] },
        { tags: [] },
      ]);
      expect(await dataSource.query(`select bucket, n from record_counts where list = 'customers' order by bucket`)).toEqual([
        { bucket: 'other', n: 2 },
        { bucket: 'vip', n: 1 },
      ]);
    } finally {
      await dataSource.query('delete from shops where id = $1', [shop]);
    }
  });

  it('count the calls that are stored, and give those that ring the time at which they end', async () => {
    const shop = await shopBefore('CallLists', '018f0000-0000-7000-8000-000000000003');
    await dataSource.query(
      `insert into calls (shop_id, id, direction, status, "from", "to", started_at, has_recording, has_voicemail, created_at)
        select $1, gen_random_uuid(), 'inbound', c.status, '+16135550142', '+16135550100', c.started_at, false, false, now()
        from (values ('missed', '2026-01-31T23:59:59.999Z'::timestamptz), ('missed', '2026-01-01T00:00:00Z'),
          ('missed', '2026-02-01T00:00:00+01:00'), ('ringing', '2026-02-01T10:00:00Z')) as c (status, started_at)`,
      [shop],
    );
    try {
      await migrateUp(dataSource);
      const counted = await dataSource.query<{ bucket: string; n: number }[]>(
        `select bucket, n from record_counts where list = 'calls' order by bucket`,
      );
      expect(counted.map(({ bucket, n }) => `${bucket} ${n}`)).toEqual([
        'missed:inbound 3',
        'missed:inbound:day:2026-01-01 1',
        'missed:inbound:day:2026-01-31 2',
        'missed:inbound:month:2026-01 3',
        'ringing:inbound 1',
        'ringing:inbound:day:2026-02-01 1',
        'ringing:inbound:month:2026-02 1',
      ]);
      expect(
        await dataSource.query(`select due_at - started_at = interval '24 hours' as late from calls where due_at is not null`),
      ).toEqual([{ late: true }]);
    } finally {
      await migrateUp(dataSource);
      await dataSource.query('delete from shops where id = $1', [shop]);
    }
  });

  it('let stored services and vehicles be found as new ones are', async () => {
    const shop = await shopBefore('SearchWithoutSigns', '018f0000-0000-7000-8000-000000000004');
    await dataSource.query(
      `insert into services (shop_id, id, name, pricing_model, active, bookable, addon, tax_exempt, position, tiers, deposit_type,
          search_text, created_at, version)
        values ($1, gen_random_uuid(), 'A/C & heat', 'custom', true, true, false, false, 0, '[]', 'none', ' a/c & heat', now(), 1)`,
      [shop],
    );
    await dataSource.query(
      `with customer as (insert into customers (shop_id, id, name, tags, is_vip, consent_source, created_at, version)
          values ($1, gen_random_uuid(), 'Dana', '{}', false, 'unknown', now(), 1) returning id)
        insert into vehicles (shop_id, id, customer_id, make, model, license_plate, decode_pending, search_text, created_at, version)
        select $1, gen_random_uuid(), id, 'Ford', 'F-150', 'CKWP 482', false, ' ford f-150', now(), 1 from customer`,
      [shop],
    );
    try {
      await migrateUp(dataSource);
      const texts = async (table: string): Promise<unknown> => dataSource.query(`select search_text as text from ${table}`);
      expect(await texts('services')).toEqual([{ text: ' a/c & heat\n ac heat' }]);
      expect(await texts('vehicles')).toEqual([{ text: ' ford f-150\n ckwp 482\n ckwp482\n f150' }]);
    } finally {
      await dataSource.query('delete from shops where id = $1', [shop]);
    }
  });

  it('move the blocks of customers to their phones, and back', async () => {
    const isApplied = async () =>
      (await migrationStates(dataSource)).some(({ name, applied }) => name.startsWith('BlocksOf') && applied);
    while (await isApplied()) await migrateDown(dataSource);
    const shop = '018f0000-0000-7000-8000-000000000001';
    await dataSource.query(
      `insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
        values ($1, 'Northside', 'UTC', 'CA', 'CAD', false, false, '{}', now())`,
      [shop],
    );
    await dataSource.query(
      `insert into customers (shop_id, id, name, phone, email, texting_blocked, tags, is_vip, consent_source, created_at, version)
        select $1, gen_random_uuid(), c.name, c.phone, c.name || '@example.com', c.blocked, '{}', false, 'unknown', now(), 1
        from (values ('A', '+16135550142', true), ('B', '+16135550143', false), ('C', null, true)) as c (name, phone, blocked)`,
      [shop],
    );
    try {
      await migrateUp(dataSource);
      const moved = 'select number, source, lifted_at, consent_ended_at = since as ended from opt_outs';
      expect(await dataSource.query(moved)).toEqual([{ number: '+16135550142', source: 'import', lifted_at: null, ended: true }]);
      while (await isApplied()) await migrateDown(dataSource);
      expect(await dataSource.query('select name, texting_blocked as blocked from customers order by name')).toEqual([
        { name: 'A', blocked: true },
        { name: 'B', blocked: false },
        { name: 'C', blocked: false },
      ]);
    } finally {
      await migrateUp(dataSource);
      await dataSource.query('delete from shops where id = $1', [shop]);
    }
  });
});
