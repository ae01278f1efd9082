import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { Database } from '../../adapters/persistence/connection/database.js';
import { TracedDatabase } from '../../adapters/persistence/connection/traced-database.js';
import type { Reactions } from '../../application/events/reaction.js';
import { Log } from '../../application/ports/log.js';
import { tracesIn } from './traces.js';

/** Binds the database. Needs the log, and the traces if there are any. */
export function bindDatabase(container: Container, dataSource: DataSource, reactions: Reactions): Database {
  const parts = [dataSource, container.get(Log), reactions] as const;
  const traces = tracesIn(container);
  const database = traces ? new TracedDatabase(traces, ...parts) : new Database(...parts);
  container.bind(Database).toConstantValue(database);
  return database;
}
