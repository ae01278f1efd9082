import type { Container } from 'inversify';
import type { DatabaseConnections } from '../../adapters/postgres/pool.js';
import { Database } from '../../adapters/storage/database.js';
import type { Reactions } from '../../application/kernel/events/reactions.js';
import { UnitOfWork } from '../../application/kernel/ports/ports.js';

export function bindDatabase(container: Container, connections: DatabaseConnections, reactions: Reactions): Database {
  const database = new Database(connections, reactions);
  container.bind(Database).toConstantValue(database);
  container.bind<UnitOfWork>(UnitOfWork).toConstantValue({
    run: (work) => database.transaction(work),
    alone: (text) => database.alone(text),
  });
  return database;
}
