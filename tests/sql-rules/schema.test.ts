import { DataSource, EntitySchema } from 'typeorm';
import { openDataSource } from '../../adapters/areas/data-source.js';
import { storages } from '../../adapters/areas/storages.js';
import { taskTable } from '../../adapters/areas/tasks/task.entity.js';
import { openApiDocument } from '../../adapters/http/openapi.js';
import { migrateDown, migrateUp, migrationStates } from '../../infrastructure/database/migrations.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';
import { registry, tables } from '../support/registry.js';

/** Tables that belong to no shop. In all other tables each key, unique index and reference begins with `shop_id`. */
const GLOBAL_TABLES = [
  'shops',
  'api_keys',
  'vin_decodes',
  'texts_caught_up',
  'call_reports',
  'calls_caught_up',
  'outgoing_pauses',
  'migrations',
];

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

it('the names of constraints and indexes leave room for the number of a shard, so that an error of Citus can be told by them', async () => {
  const longest = 63 - '_12345678'.length;
  const tooLong = (text: string): Promise<string[]> => names(`select name from (${text}) n where length(name) > ${longest}`);
  const all = `select conname::text as name from pg_constraint where connamespace = 'public'::regnamespace
    union select indexname::text from pg_indexes where schemaname = 'public'`;
  expect(await tooLong(all)).toEqual([]);
  expect(await tooLong(`select '${'x'.repeat(longest + 1)}' as name`)).toHaveLength(1);
});

describe('the column due_at of background work, which the relay empties,', () => {
  interface Schemas {
    readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
  }
  /** The tables whose records have a `due_at` in the answers of the API. */
  function shown(names: readonly string[]): string[] {
    const { schemas } = (openApiDocument(registry) as Schemas).components; // safe: each document has such schemas
    const schemaOf = (name: string): string =>
      `_${name}`.replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase()).slice(0, -1);
    return names.filter((name) => 'due_at' in (schemas[schemaOf(name)]?.properties ?? {}));
  }

  it('is no date of a record that clients see', () => {
    expect(shown(storages.flatMap(({ due }) => due.map(({ table }) => table.name)))).toEqual([]);
  });

  it('is found to be one if it is', () => {
    expect(shown([taskTable.name])).toEqual(['tasks']);
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
