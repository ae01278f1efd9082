import type { DataSource } from 'typeorm';
import type { Table } from '../../adapters/storage/tables/table.js';
import { migrationStates, unknownMigrations } from '../database/migrations.js';
import { checkDistribution } from './check-distribution.js';
import { checkLines } from './check-lines.js';
import { fail, ok, warn, type Finding } from './finding.js';

const OLDEST = 15;
const NEWEST = 18;
const WIDEST_GAP_MS = 2000;

/** Checks an open database: its version, its encoding, its migrations, its clock, and its shops' lines. */
export async function checkDatabase(dataSource: DataSource, embedded: boolean, tables: readonly Table[]): Promise<Finding[]> {
  const sent = Date.now();
  const [row] = await dataSource.query<[{ version: string; encoding: string; ms: number }]>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      round(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`,
  );
  const gap = row.ms - (sent + Date.now()) / 2; // assumes that the query and its answer took equally long
  const migrations = await checkMigrations(dataSource, embedded);
  return [
    checkVersion(Math.floor(Number(row.version) / 10_000)),
    row.encoding === 'UTF8'
      ? ok('encoding', 'UTF8')
      : fail(
          'encoding',
          `the encoding of the database is ${row.encoding}`,
          'make a new database with create database … encoding UTF8 template template0',
        ),
    migrations,
    checkClock(gap),
    ...(migrations.status === 'ok' ? [await checkLines(dataSource), ...(await checkDistribution(dataSource, tables))] : []),
  ];
}

function checkVersion(major: number): Finding {
  const detail = `PostgreSQL ${major}`;
  if (major < OLDEST) return fail('database version', detail, `use PostgreSQL ${OLDEST} to ${NEWEST}`);
  if (major > NEWEST)
    return warn(
      'database version',
      `${detail} is newer than the versions that were tested`,
      `use PostgreSQL ${OLDEST} to ${NEWEST}`,
    );
  return ok('database version', detail);
}

async function checkMigrations(dataSource: DataSource, embedded: boolean): Promise<Finding> {
  const states = await migrationStates(dataSource);
  const pending = states.filter(({ applied }) => !applied).map(({ name }) => name);
  const unknown = await unknownMigrations(dataSource);
  if (unknown.length > 0) {
    const detail = `applied, but unknown here: ${unknown.join(', ')}`;
    return warn('migrations', detail, 'use the release of the service that runs, and set EXTENSIONS as it does');
  }
  if (pending.length === 0) return ok('migrations', `all ${states.length} applied`);
  const detail = `pending: ${pending.join(', ')}`;
  return embedded
    ? warn('migrations', detail, 'nothing to do: npm start applies them, and so does each command that needs them')
    : fail('migrations', detail, 'run npx shop-ops migrate up');
}

function checkClock(gapMs: number): Finding {
  const seconds = (Math.abs(gapMs) / 1000).toFixed(1);
  return Math.abs(gapMs) > WIDEST_GAP_MS
    ? warn(
        'clock',
        `this machine's clock is ${seconds} s ${gapMs > 0 ? 'behind' : 'ahead of'} the database's clock`,
        'let both machines use the same NTP servers',
      )
    : ok('clock', `at most ${seconds} s away from the database's clock`);
}
