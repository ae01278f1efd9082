import type { DataSource } from 'typeorm';
import { AccessListener } from '../adapters/persistence/access/access-listener.js';
import { RememberedApiKeys } from '../adapters/persistence/access/remembered-api-keys.js';
import { openDataSource } from '../adapters/persistence/data-source.js';
import { operations } from '../application/operations.js';
import type { Log } from '../application/ports/log.js';
import type { Config } from './config.js';
import { createContainer } from './container.js';
import { openDatabase, signingKeys } from './database.js';
import { Health } from './health.js';
import { close, createHttpServer, listen } from './http-server.js';
import { migrateUp } from './migrations.js';
import { createSite } from './site.js';

/** What is in flight may take this long to finish when the service stops; the whole stop stays within 10 s. */
const GRACE_MS = 5000;

export interface Service {
  /** `http://host:port` */
  readonly url: string;
  readonly dataSource: DataSource;
  stop(): Promise<void>;
}

/** Opens everything in order, and closes it in the other; what was opened is closed again when a later step fails. */
export async function startService(config: Config, log: Log): Promise<Service> {
  const opened: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const undo of opened.splice(0).reverse()) await undo();
  };
  try {
    const database = await openDatabase(config, 'owner');
    opened.push(() => database.stop());
    const dataSource = await connect(config, database.url);
    opened.push(() => dataSource.destroy());
    const container = createContainer({ config, dataSource, signingKeys: await signingKeys(config), log });
    await migrateUp(dataSource);
    const listener = new AccessListener({ connectionString: database.url }, container.get(RememberedApiKeys), log);
    await listener.start();
    opened.push(() => listener.stop());
    const server = createHttpServer(createSite(container, operations, config, new Health(dataSource)));
    const port = await listen(server, config.port, config.host);
    opened.push(() => close(server, GRACE_MS));
    return { url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`, dataSource, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function connect({ poolSize, database }: Config, url: string): Promise<DataSource> {
  return openDataSource({ url, poolSize, ssl: database?.ssl ?? false });
}
