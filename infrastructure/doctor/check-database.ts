import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { Table } from '../../adapters/storage/tables/table.js';
import { LIVE_STATUSES } from '../../domain/phone-numbers/phone-number.js';
import { distributionOf } from '../database/distribution.js';
import { isHalfRestored, migrationStates, unknownMigrations } from '../database/migrations.js';
import { missingSettings } from '../database/role-limits.js';
import { checkCluster } from './check-cluster.js';
import { fail, ok, warn, type Finding } from './finding.js';

const [OLDEST, NEWEST] = [15, 18];
const SUPPORTED = `use PostgreSQL ${OLDEST} to ${NEWEST}`;
const WIDEST_GAP_MS = 2000;
/** The shops that a finding names at most. */
const NAMED = 3;
/** The shops from which no text can go out: they have neither a line that sends texts nor a messaging service. */
const MUTE = `select name from shops where not suspended and id not in (
    select s.shop_id from shop_settings s where s.messaging_service is not null
    union all select n.shop_id from phone_numbers n where n.is_sending and n.sms and n.status = any($1))
  order by created_at, id`;

/** Checks an open database: its version, its encoding, its migrations, its clock, and its shops' lines. */
export async function checkDatabase(dataSource: DataSource, embedded: boolean, tables: readonly Table[]): Promise<Finding[]> {
  const sent = Date.now();
  const [row] = await dataSource.query<[{ version: string; encoding: string; ms: number }]>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      round(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`,
  );
  const gap = row.ms - (sent + Date.now()) / 2; // assumes that the query and its answer took equally long
  const migrations = await checkMigrations(dataSource, embedded);
  const isUpToDate = migrations.status === 'ok';
  const distribution = isUpToDate ? await checkDistribution(dataSource, tables) : [];
  const areRowsThere = isUpToDate && distribution.every(({ status }) => status !== 'fail');
  return [
    checkVersion(Math.floor(Number(row.version) / 10_000)),
    checkEncoding(row.encoding),
    await checkCollation(dataSource),
    migrations,
    checkClock(gap),
    ...(areRowsThere ? [await checkLines(dataSource)] : []),
    ...distribution,
  ];
}

function checkVersion(major: number): Finding {
  const detail = `PostgreSQL ${major}`;
  if (major < OLDEST) return fail('database version', detail, SUPPORTED);
  if (major > NEWEST) return warn('database version', `${detail} is newer than the versions that were tested`, SUPPORTED);
  return ok('database version', detail);
}

function checkEncoding(encoding: string): Finding {
  if (encoding === 'UTF8') return ok('encoding', encoding);
  const advice = 'make a new database with create database … encoding UTF8 template template0';
  return fail('encoding', `the encoding of the database is ${encoding}`, advice);
}

/** The order of texts is that of the operating system's library. Another version may order them otherwise than the indexes. */
async function checkCollation(dataSource: DataSource): Promise<Finding> {
  const [row] = await dataSource.query<[{ collation: string; made: string | null; now: string | null }]>(
    `select datcollate as collation, datcollversion as made, pg_database_collation_actual_version(oid) as now
     from pg_database where datname = current_database()`,
  );
  if (row.made === row.now) return ok('collation', row.collation);
  const detail = `indexes were made with version ${row.made} of ${row.collation}, and the server has ${row.now} now`;
  return warn('collation', detail, 'run reindex database, then alter database … refresh collation version');
}

async function checkMigrations(dataSource: DataSource, embedded: boolean): Promise<Finding> {
  if (await isHalfRestored(dataSource))
    return fail('migrations', 'a backup was not wholly restored into this database', 'run the same shop-ops restore again');
  const states = await migrationStates(dataSource);
  const unknown = await unknownMigrations(dataSource);
  if (unknown.length > 0) {
    const detail = `applied, but unknown here: ${unknown.join(', ')}`;
    return warn('migrations', detail, 'use the release of the service that runs, and set EXTENSIONS as it does');
  }
  const pending = states.filter(({ applied }) => !applied).map(({ name }) => name);
  if (pending.length === 0) return ok('migrations', `all ${states.length} applied`);
  const detail = `pending: ${pending.join(', ')}`;
  return embedded
    ? warn('migrations', detail, 'nothing to do: npm start applies them, and so does each command that needs them')
    : fail('migrations', detail, 'run shop-ops migrate up');
}

function checkClock(gapMs: number): Finding {
  const seconds = (Math.abs(gapMs) / 1000).toFixed(1);
  if (Math.abs(gapMs) <= WIDEST_GAP_MS) return ok('clock', `at most ${seconds} s away from the database's clock`);
  const detail = `this machine's clock is ${seconds} s ${gapMs > 0 ? 'behind' : 'ahead of'} the database's clock`;
  return warn('clock', detail, 'let both machines use the same NTP servers');
}

/** Warns of shops that can send no texts. The tables must be up to date. */
async function checkLines(dataSource: DataSource): Promise<Finding> {
  const shops = await dataSource.query<{ name: string }[]>(MUTE, [[...LIVE_STATUSES]]);
  if (shops.length === 0) return ok('lines', 'every shop has a line that can send texts');
  const names = shops.slice(0, NAMED).map(({ name }) => name);
  const more = shops.length > NAMED ? ` and ${shops.length - NAMED} more` : '';
  const effect = `no text can be sent from ${names.join(', ')}${more}: no line there can send`;
  return warn('lines', effect, 'add a line with shop-ops number add, if these shops send texts');
}

/**
 * Checks whether a database with Citus is distributed, with the tables of a newer release. A database without Citus has no
 * finding.
 */
async function checkDistribution(dataSource: DataSource, tables: readonly Table[]): Promise<Finding[]> {
  const found = await distributionOf(dataSource, tables);
  if (found === null) return [];
  const { open, isInterrupted, hasShopRows } = found;
  const check = 'distribution';
  const advice = 'see shop-ops distribute --plan, then stop the service and run shop-ops distribute';
  if (isInterrupted) return [warn(check, 'a distribution was interrupted: foreign keys are missing until it is done', advice)];
  if (open.length === tables.length)
    return [warn(check, 'the database has Citus, but no table is distributed: every shop is on the coordinator', advice)];
  if (open.length > 0) return [warn(check, `on the coordinator alone: ${open.join(', ')}`, advice)];
  if (!hasShopRows) return [warn(check, 'a server that is away stops the writes of all shops, until it is done again', advice)];
  return [ok(check, `all ${tables.length} tables are distributed or on every server`), ...(await checkCluster(dataSource))];
}

/** Checks what a pooler does not pass on: the limits and the way to plan, which the role of its sessions must have. */
export async function checkPooler(pool: Pool): Promise<Finding> {
  const lines = await missingSettings(pool);
  if (lines.length === 0) return ok('pooler', 'the sessions of the pooler have the settings of calls');
  const advice = `run as the role or as a superuser, then RECONNECT: ${lines.join('; ')}`;
  return warn('pooler', 'the sessions of the pooler lack settings of calls', advice);
}
