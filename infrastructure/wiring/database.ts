import type { Container } from 'inversify';
import { Database } from '../../adapters/persistence/connection/database.js';
import type { Connections } from '../../adapters/persistence/connection/pool.js';
import { UnitOfWork } from '../../application/ports/unit-of-work.js';
import type { Reactions } from '../../application/events/reactions.js';

export function bindDatabase(container: Container, connections: Connections, reactions: Reactions): Database {
  const database = new Database(connections, reactions);
  container.bind(Database).toConstantValue(database);
  container.bind<UnitOfWork>(UnitOfWork).toConstantValue({ run: (work) => database.transaction(work) });
  return database;
}
