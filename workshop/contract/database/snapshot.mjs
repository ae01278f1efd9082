/**
 * Reads what the statements of a version rely on: tables with their columns, checks, foreign keys and indexes, functions,
 * triggers, sequences and extensions of the schema `public`, and the migrations of graphile-worker's schema. The definitions are
 * those of PostgreSQL.
 * @param client a connection of `pg` to a migrated database
 */
export async function snapshotOf(client) {
  const rows = async (text) => (await client.query(text)).rows;
  const tables = Object.fromEntries((await rows(TABLES)).map(({ name }) => [name, emptyTable()]));
  for (const [part, text] of Object.entries(PARTS)) {
    for (const { table, name, ...what } of await rows(text)) if (tables[table]) tables[table][part][name] = what;
  }
  const named = async (text) => (await rows(text)).map(({ name }) => name);
  return {
    tables,
    functions: await named(FUNCTIONS),
    triggers: await named(TRIGGERS),
    sequences: await named(SEQUENCES),
    extensions: await named(EXTENSIONS),
    worker: await rows(WORKER),
  };
}

/** The files of the tables: PostgreSQL gives a table another file when it rewrites the table. */
export async function filesOf(client) {
  const { rows } = await client.query(`select relname, relfilenode from pg_class where ${OURS} and relkind = 'r'`);
  return Object.fromEntries(rows.map(({ relname, relfilenode }) => [relname, relfilenode]));
}

function emptyTable() {
  return { columns: {}, checks: {}, foreignKeys: {}, indexes: {} };
}

const OURS = `relnamespace = 'public'::regnamespace`;
/** TypeORM keeps the names of the applied migrations there. */
const NOT_OURS = `relname <> 'migrations'`;

const TABLES = `select relname as name from pg_class where ${OURS} and ${NOT_OURS} and relkind in ('r', 'p', 'v', 'm') order by 1`;

const COLUMNS = `
  select relname as table, attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
    case when attidentity <> '' then 'generated as identity' when attgenerated <> '' then 'generated as ' else '' end
      || coalesce(pg_get_expr(adbin, adrelid), '') as default
  from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where ${OURS} and attnum > 0 and not attisdropped order by 1, attnum`;

/** The definition without the mark that the rows are not checked yet: the mark concerns no new row. */
const DEFINED = `regexp_replace(pg_get_constraintdef(o.oid), ' NOT VALID$', '') as definition, convalidated as validated`;
/** A column can be in a constraint by its number in `conkey`. */
const CONSTRAINED = `array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey) order by attnum)`;

const CHECKS = `
  select relname as table, conname as name, ${DEFINED}, ${CONSTRAINED} as columns
  from pg_constraint o join pg_class c on c.oid = conrelid where ${OURS} and contype = 'c' order by 1, 2`;

const FOREIGN_KEYS = `
  select relname as table, conname as name, ${DEFINED}, ${CONSTRAINED} as columns
  from pg_constraint o join pg_class c on c.oid = conrelid where ${OURS} and contype = 'f' and conparentid = 0 order by 1, 2`;

/** The definition begins after the names of the index and of its table. */
const INDEXES = `
  select c.relname as table, i.relname as name, indisunique as unique, not indnullsnotdistinct as "nullsDiffer",
    regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') as definition,
    array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey[0:indnkeyatts - 1])
      order by attnum) as columns
  from pg_index join pg_class c on c.oid = indrelid join pg_class i on i.oid = indexrelid
  where c.${OURS} and indisvalid order by 1, 2`;

const PARTS = { columns: COLUMNS, checks: CHECKS, foreignKeys: FOREIGN_KEYS, indexes: INDEXES };

/** Without those of extensions. */
const FUNCTIONS = `
  select format('%s(%s) returns %s', proname, pg_get_function_identity_arguments(oid), pg_get_function_result(oid)) as name
  from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`;
const TRIGGERS = `
  select format('%s of %s', tgname, relname) as name from pg_trigger join pg_class c on c.oid = tgrelid
  where ${OURS} and not tgisinternal order by 1`;
const SEQUENCES = `
  select format('%s as %s', relname, format_type(seqtypid, null)) as name
  from pg_sequence join pg_class on oid = seqrelid where ${OURS} order by 1`;
const EXTENSIONS = `select extname as name from pg_extension order by 1`;
const WORKER = `select id, breaking from graphile_worker.migrations order by id`;
