import type { ClientConfig } from 'pg';
import { DataSource } from 'typeorm/data-source/DataSource.js'; // the entry would load all decorators and repositories, too
import { CALL_SETTINGS, CLIENT, ignore, optionsOf, PATIENT_SETTINGS, type DatabaseAddress } from '../connection/pool.js';
import { storages } from '../storages.js';
import { schemaOf, type Schema } from './schema.js';

export interface DatabaseOptions extends DatabaseAddress {
  /** that of the service without extensions by default */
  readonly schema?: Schema;
}

/** TypeORM has a pool of its own for migrations and repositories. `Database` runs all other statements on another one. */
const CONNECTIONS = 2;

export async function openDataSource(options: DatabaseOptions): Promise<DataSource> {
  return createDataSource(options).initialize();
}

/**
 * Opens a second data source to the same database, without a time limit for statements, and closes it when the work is done.
 * Migrations need this.
 * @param settings further settings of each session
 */
export async function withoutLimits<T>(
  { options }: DataSource,
  work: (patient: DataSource) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const extra = { ...(options.extra as ClientConfig), options: optionsOf({ ...PATIENT_SETTINGS, ...settings }) }; // safe: `createDataSource` has made it
  const patient = await new DataSource({ ...options, extra }).initialize();
  try {
    return await work(patient);
  } finally {
    await patient.destroy();
  }
}

/** The configuration of a connection like those of the data source. */
export function clientOf({ options }: DataSource): ClientConfig {
  const { url, ssl, extra } = options as ReturnType<typeof optionsFor>; // safe: `createDataSource` has made them
  return { connectionString: url, ssl, ...extra };
}

/** The data source leads past a pooler, because migrations need a session of the database. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(optionsFor(options));
}

function optionsFor({ url, directUrl, ssl, schema }: DatabaseOptions) {
  const { tables, migrations } = schema ?? schemaOf(storages);
  return {
    type: 'postgres',
    url: directUrl ?? url,
    ssl,
    entities: tables,
    migrations,
    migrationsTransactionMode: 'each',
    poolSize: CONNECTIONS,
    poolErrorHandler: ignore, // an idle connection broke: the pool opens a new one when it is needed
    installExtensions: false,
    // Commands end when their work is done, and not when these connections have been idle for long enough.
    extra: { ...CLIENT, options: optionsOf(CALL_SETTINGS), allowExitOnIdle: true },
  } as const;
}
