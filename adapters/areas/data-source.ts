import pg, { type ClientConfig } from 'pg';
import { DataSource } from 'typeorm/data-source/DataSource.js'; // the entry would load all decorators and repositories, too
import { callsOf, CLIENT, ignore, optionsOf, patientSettings, type DatabaseAddress } from '../postgres/pool.js';
import { storages } from './storages.js';
import { schemaOf, type Schema } from './schema.js';

export interface DatabaseOptions extends DatabaseAddress {
  /** that of the service without extensions by default */
  readonly schema?: Schema;
}

/** Opens TypeORM's pool, which has the units of work and the repositories. */
export function openDataSource(options: DatabaseOptions): Promise<DataSource> {
  return createDataSource(options).initialize();
}

/**
 * Opens a second data source to the same database, without a time limit for statements, and closes it when the work is done.
 * Migrations need this.
 * @param settings further settings of each session
 */
export async function withoutLimits<T>(
  { options }: Pick<DataSource, 'options'>,
  work: (patient: DataSource) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { url, directUrl, isCitus, ssl, entities, migrations } = options as ReturnType<typeof optionsFor>; // safe: `createDataSource` has made them
  const patient = await new DataSource({
    ...PLAIN,
    url: directUrl ?? url,
    ssl,
    entities,
    migrations,
    extra: { ...CLIENT, options: optionsOf({ ...patientSettings({ isCitus }), ...settings }), allowExitOnIdle: true },
  }).initialize();
  try {
    return await work(patient);
  } finally {
    await patient.destroy();
  }
}

/** The configuration of a connection like those of the data source. */
export function clientOf({ options }: DataSource): ClientConfig {
  const { url, ssl, extra } = options as ReturnType<typeof optionsFor>; // safe: the functions above have made them
  return { connectionString: url, ssl, ...extra };
}

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(optionsFor(options));
}

const PLAIN = {
  type: 'postgres',
  driver: pg, // TypeORM would require it by its name, which is a second copy beside that of the command line's bundle
  migrationsTransactionMode: 'each',
  poolErrorHandler: ignore, // an idle connection broke: the pool opens a new one when it is needed
  installExtensions: false,
} as const;

function optionsFor({ schema, ...address }: DatabaseOptions) {
  const { url, directUrl = null, isCitus = false, ssl, poolSize } = address;
  const { tables, migrations } = schema ?? schemaOf(storages);
  // Commands end when their work is done, and not when these connections have been idle for long enough.
  const extra = { ...callsOf(address), allowExitOnIdle: true };
  return { ...PLAIN, url, directUrl, isCitus, ssl, poolSize, entities: tables, migrations, extra } as const;
}
