import type { Container } from 'inversify';
import { Database } from '../../adapters/persistence/connection/database.js';
import type { CallsElsewhere } from '../../adapters/persistence/connection/reads-elsewhere.js';
import { ReadReplica } from '../../adapters/persistence/replica/read-replica.js';
import { replicaPool } from '../../adapters/persistence/replica/replica-pool.js';
import { Log } from '../../application/ports/log.js';
import { ReadPlaces } from '../../application/ports/read-places.js';
import type { ClosingStack } from '../process/closing-stack.js';
import type { Config } from '../settings/config.js';

/** @param calls those that `Database` looks up; null: there is no replica */
export function bindReadPlaces(container: Container, replica: Config['replica'], calls: CallsElsewhere | null): void {
  if (!replica || !calls) {
    container.bind<ReadPlaces>(ReadPlaces).toConstantValue({ readStale: (work) => work() });
    return;
  }
  const [database, log] = [container.get(Database), container.get(Log)];
  const places = new ReadReplica({ pool: replicaPool(replica), mostLagMs: replica.mostLagMs, database, calls, log });
  container.bind(ReadReplica).toConstantValue(places);
  container.bind(ReadPlaces).toConstantValue(places);
}

/** Begins to use the replica. Null: the service has none. */
export async function startReplica(container: Container, closing: ClosingStack): Promise<ReadReplica | null> {
  if (!container.isBound(ReadReplica)) return null;
  const replica = container.get(ReadReplica);
  closing.push(() => replica.stop());
  await replica.start();
  return replica;
}
