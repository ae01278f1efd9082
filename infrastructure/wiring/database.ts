import { AsyncLocalStorage } from 'node:async_hooks';
import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { Database } from '../../adapters/persistence/connection/database.js';
import type { ReadsElsewhere } from '../../adapters/persistence/connection/reads-elsewhere.js';
import { TracedDatabase } from '../../adapters/persistence/connection/traced-database.js';
import type { Reactions } from '../../application/events/reaction.js';
import { Log } from '../../application/ports/log.js';
import type { Config } from '../settings/config.js';
import { bindReadPlaces } from './replica.js';
import { tracesIn } from './traces.js';

/** Binds the database, and the places where a call may read. Needs the log, and the traces if there are any. */
export function bindDatabase(
  container: Container,
  dataSource: DataSource,
  reactions: Reactions,
  replica: Config['replica'] = null,
): Database {
  const elsewhere = replica ? new AsyncLocalStorage<ReadsElsewhere | null>() : null;
  const parts = [dataSource, container.get(Log), reactions, elsewhere] as const;
  const traces = tracesIn(container);
  const database = traces ? new TracedDatabase(traces, ...parts) : new Database(...parts);
  container.bind(Database).toConstantValue(database);
  bindReadPlaces(container, replica, elsewhere);
  return database;
}
