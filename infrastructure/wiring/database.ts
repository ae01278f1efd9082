import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { Database } from '../../adapters/persistence/connection/database.js';
import type { Reactions } from '../../application/events/reactions.js';
import { Log } from '../../application/ports/log.js';

/** Binds the database. Needs the log. */
export function bindDatabase(container: Container, dataSource: DataSource, reactions: Reactions): Database {
  const database = new Database(dataSource, container.get(Log), reactions);
  container.bind(Database).toConstantValue(database);
  return database;
}
