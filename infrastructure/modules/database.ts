import type { Container } from 'inversify';
import type { DatabaseConnections } from '../../adapters/postgres/pool.js';
import { WriteBell } from '../../adapters/queue/write-bell.js';
import { Database } from '../../adapters/storage/database.js';
import type { ExtraTables } from '../../adapters/storage/records/extra-tables.js';
import { DatabaseUnitOfWork } from '../../adapters/storage/database-unit-of-work.js';
import type { Reactions } from '../../application/kernel/events/reactions.js';
import { UnitOfWork } from '../../application/kernel/ports/ports.js';

export function bindDatabase(
  container: Container,
  connections: DatabaseConnections,
  reactions: Reactions,
  extra: ExtraTables,
): Database {
  const bell = new WriteBell(connections.pool);
  const database = new Database(connections, reactions, extra, () => {
    bell.ring();
  });
  container.bind(WriteBell).toConstantValue(bell);
  container.bind(Database).toConstantValue(database);
  container.bind(UnitOfWork).toConstantValue(new DatabaseUnitOfWork(database));
  return database;
}
