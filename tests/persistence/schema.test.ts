import { DataSource, EntitySchema } from 'typeorm';
import { openDataSource } from '../../adapters/persistence/schema/data-source.js';
import { tables } from '../../adapters/persistence/schema/tables.js';
import { migrateDown, migrateUp, migrationStates } from '../../infrastructure/database/migrations.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';

/** Tables that belong to no shop. In all other tables each key, unique index and reference begins with `shop_id`. */
const GLOBAL_TABLES = ['shops', 'api_keys', 'vin_decodes', 'texts_caught_up', 'call_reports', 'migrations'];

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

describe('the table schemas', () => {
  it('name every table that the migrations create', async () => {
    const built = await names(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
    );
    expect(tables.map(({ options }) => options.tableName).sort()).toEqual(built.sort());
  });

  it('describe every column as the migrations create it', async () => {
    expect(await columnDifferences(tables)).toEqual([]);
  });

  it.each([
    ['a column that no migration builds', { type: 'text' as const, nullable: true }, /alter table "leads" add "invented" text/i],
    ['a column of another type', { type: 'integer' as const, name: 'source', nullable: true }, /"leads" add "source" integer/i],
    ['a column that must not be null', { type: 'text' as const, name: 'source' }, /alter column "source" set not null/i],
  ])('are found to differ by %s', async (_, column, expected) => {
    const changed = tables.map((schema) => (schema.options.tableName === 'leads' ? withColumn(schema, column) : schema));
    expect((await columnDifferences(changed)).join('\n')).toMatch(expected);
  });
});

describe('the migrations', () => {
  it('leave nothing when reverted, and create the same again', async () => {
    const before = await schemaDump();
    expect(before.length).toBeGreaterThan(100);
    for (const { applied } of await migrationStates(dataSource)) if (applied) await migrateDown(dataSource);
    expect(await names(`select tablename as name from pg_tables where schemaname = 'public'`)).toEqual(['migrations']);
    expect(await names(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace`)).toEqual([]);
    await migrateUp(dataSource);
    expect(await schemaDump()).toEqual(before);
  });

  it('give existing customers the same derived values as new ones: searchable tags and the number of VIPs', async () => {
    while ((await migrationStates(dataSource)).some(({ name, applied }) => name.startsWith('FoundAsAsked') && applied))
      await migrateDown(dataSource);
    const shop = '018f0000-0000-7000-8000-000000000001';
    await dataSource.query(
      `insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
        values ($1, 'Northside', 'UTC', 'CA', 'CAD', false, false, '{}', now())`,
      [shop],
    );
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
    while ((await migrationStates(dataSource)).some(({ name, applied }) => name.startsWith('CallLists') && applied))
      await migrateDown(dataSource);
    const shop = '018f0000-0000-7000-8000-000000000003';
    await dataSource.query(
      `insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
        values ($1, 'Northside', 'UTC', 'CA', 'CAD', false, false, '{}', now())`,
      [shop],
    );
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

  it('put shop_id first in every key, unique index and reference of a shop-owned table', async () => {
    expect(await rulesBroken()).toEqual([]);
  });

  it('are found to break that rule if they do', async () => {
    await dataSource.query('create table stray (id uuid primary key, shop_id uuid, lead_id uuid)');
    await dataSource.query('alter table leads add constraint strayed unique (id)');
    await dataSource.query('alter table stray add constraint astray foreign key (lead_id) references leads (id)');
    await dataSource.query('create unique index stray_index on stray (lead_id, shop_id)');
    try {
      expect(await rulesBroken()).toEqual(['astray', 'stray_index', 'stray_pkey', 'strayed']);
    } finally {
      await dataSource.query('drop table stray');
      await dataSource.query('alter table leads drop constraint strayed');
    }
  });

  it('keep every instant as timestamptz(3)', async () => {
    const instants = `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (data_type like 'timestamp%' or data_type like 'time %' or data_type = 'date')`;
    expect(await names(`${instants} and (data_type <> 'timestamp with time zone' or datetime_precision <> 3)`)).toEqual([]);
    expect(await names(instants)).toContain('leads.created_at');
  });
});

/**
 * Returns the statements with which TypeORM would adapt the tables to the entity schemas. Statements about indexes and
 * constraints are left out, because the schemas describe only columns.
 */
async function columnDifferences(entities: EntitySchema[]): Promise<string[]> {
  const described = await new DataSource({ ...dataSource.options, entities }).initialize();
  try {
    const { upQueries } = await described.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query).filter((query) => !/(drop|add|create)( unique)? (constraint|index)/i.test(query));
  } finally {
    await described.destroy();
  }
}

function withColumn(schema: EntitySchema, column: { type: 'text' | 'integer'; name?: string; nullable?: boolean }): EntitySchema {
  const property = column.name === undefined ? 'invented' : 'source';
  return new EntitySchema({ ...schema.options, columns: { ...schema.options.columns, [property]: column } });
}

/** Finds tables of shops without a primary key, and their foreign keys and unique indexes that do not begin with `shop_id`. */
function rulesBroken(): Promise<string[]> {
  return names(
    `with owned as (
       select c.oid, c.relname from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
     ), columns as (
       select attrelid, attnum, attname from pg_attribute
     )
     select i.indexrelid::regclass::text as name from pg_index i join owned on owned.oid = i.indrelid
       left join columns c on c.attrelid = i.indrelid and c.attnum = i.indkey[0]
       where i.indisunique and c.attname is distinct from 'shop_id'
     union all
     select r.conname from pg_constraint r join owned on owned.oid = r.conrelid
       join columns own on own.attrelid = r.conrelid and own.attnum = r.conkey[1]
       join columns other on other.attrelid = r.confrelid and other.attnum = r.confkey[1]
       where r.contype = 'f'
         and (own.attname <> 'shop_id' or (other.attname <> 'shop_id' and r.confrelid <> 'public.shops'::regclass))
     union all
     select relname from owned
       where not exists (select 1 from pg_constraint k where k.conrelid = owned.oid and k.contype = 'p')
     order by 1`,
    [GLOBAL_TABLES],
  );
}

/** Returns all columns, constraints, indexes, triggers and functions as text. */
function schemaDump(): Promise<string[]> {
  return names(`
    select concat_ws(' ', table_name, ordinal_position, column_name, data_type, udt_name, datetime_precision, is_nullable,
      column_default, collation_name) as name from information_schema.columns where table_schema = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'graphile%'
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
}

async function names(sql: string, values: unknown[] = []): Promise<string[]> {
  return (await dataSource.query<{ name: string }[]>(sql, values)).map(({ name }) => name);
}
