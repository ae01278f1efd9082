import type { Container } from 'inversify';
import { Database } from '../../adapters/persistence/connection/database.js';
import type { Connections } from '../../adapters/persistence/connection/pool.js';
import type { Reactions } from '../../application/events/reactions.js';
import { Log } from '../../application/ports/log.js';

/** Binds the database. Needs the log. */
export function bindDatabase(container: Container, connections: Connections, reactions: Reactions): Database {
  const database = new Database(connections, container.get(Log), reactions);
  container.bind(Database).toConstantValue(database);
  return database;
}
