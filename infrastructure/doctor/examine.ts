import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, visitDatabase } from '../database/database.js';
import { Assembly } from '../extensions/assembly.js';
import type { Extension } from '../extensions/extension.js';
import { ClosingStack, inOneLine } from '../server/process-life.js';
import type { Config } from '../settings/config.js';
import { checkChoices } from './check-choices.js';
import { checkDatabase, checkPooler } from './check-database.js';
import { checkFolder, checkRecordings, checkRedis, checkTraces } from './check-places.js';
import { checkSettings } from './check-settings.js';
import { fail, ok, warn, type Finding } from './finding.js';

const TRACE_SETTINGS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
const RECORDING_SETTINGS = ['RECORDINGS', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION'];

/**
 * Runs all checks, or only those of the settings if DATABASE_URL is wrong. The findings are in the order in which they are
 * printed.
 */
export async function examine(env: NodeJS.ProcessEnv, extensions: readonly Extension[]): Promise<readonly Finding[]> {
  const { findings, config } = checkSettings(env);
  if (!config) return findings;
  return [
    ...findings,
    ...checkChoices(config),
    ...(isWrong(findings, TRACE_SETTINGS) ? [] : [await checkTraces(config.traces)]),
    await checkFolder(config.dataDir, config.database === null),
    ...(isWrong(findings, RECORDING_SETTINGS) ? [] : [await checkRecordings(config.recordings)]),
    ...(config.redis ? [await checkRedis(config.redis)] : []),
    ...(await examineDatabase(config, extensions)),
  ];
}

/** The configuration has defaults in the place of wrong settings, and what nobody wants is not examined. */
function isWrong(findings: readonly Finding[], settings: readonly string[]): boolean {
  return findings.some(({ check, status }) => status === 'fail' && settings.some((name) => check === `setting ${name}`));
}

/** Tells whether the embedded database exists. It only looks for its folder, because opening the database would create it. */
async function isMade(dataDir: string): Promise<boolean> {
  return (await lstat(join(dataDir, 'postgres')).catch(() => null)) !== null;
}

async function examineDatabase(config: Config, extensions: readonly Extension[]): Promise<Finding[]> {
  if (!config.database && !(await isMade(config.dataDir))) {
    const detail = `there is no embedded database in ${config.dataDir} yet`;
    return [warn('database', detail, 'nothing to do: npm start or the first command that needs it makes it')];
  }
  const closing = new ClosingStack();
  try {
    const { schema, storages } = new Assembly(extensions);
    const { embedded, dataSource, connections } = await visitDatabase(config, schema, closing);
    const tables = storages.flatMap((storage) => storage.tables);
    const place = embedded ? `the embedded database in ${config.dataDir}` : 'the database at DATABASE_URL';
    const pooler = config.database?.directUrl ? [await checkPooler(connections.pool)] : [];
    return [ok('database', `${place} answers`), ...pooler, ...(await checkDatabase(dataSource, embedded, tables))];
  } catch (error) {
    return [unreached(config, error)];
  } finally {
    await closing.close();
  }
}

function unreached({ database }: Config, error: unknown): Finding {
  if (!database)
    return fail('database', inOneLine(error), 'read DATA_DIR/postgres.log, or set DATABASE_URL to use another database');
  const { setting, problem, advice } = failureOf(error);
  const isPooled = setting === 'DATABASE_URL' && database.directUrl !== null;
  const runs = isPooled ? 'the pooler runs there and reaches PostgreSQL' : 'PostgreSQL runs there';
  const usual = `check that ${runs}, and that ${setting} has the right host, database, user and password`;
  return fail('database', problem, advice ?? usual);
}
