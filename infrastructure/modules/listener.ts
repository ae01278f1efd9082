import type { Container } from 'inversify';
import { RememberedApiKeys } from '../../adapters/areas/access/remembered-api-keys.js';
import { PostgresEventArrivals } from '../../adapters/areas/events/postgres-event-arrivals.js';
import { RememberedPauses } from '../../adapters/areas/outgoing/remembered-pauses.js';
import type { Audience } from '../../adapters/audience.js';
import { AnnouncementListener } from '../../adapters/postgres/announcement-listener.js';
import { ownConnection, type ConnectionAddress } from '../../adapters/postgres/pool.js';
import { WriteBell } from '../../adapters/queue/write-bell.js';
import { LISTENER_NAME } from '../../adapters/storage/deployment-state.js';
import { Log } from '../../application/kernel/ports/ports.js';

const AUDIENCES = [RememberedApiKeys, PostgresEventArrivals, RememberedPauses, WriteBell];

/** Creates the listener for everything that another process may have changed. */
export function listenerOf(container: Container, connection: ConnectionAddress): AnnouncementListener {
  const audiences = AUDIENCES.map((part) => container.get<Audience>(part));
  const own = { ...ownConnection(connection), application_name: LISTENER_NAME };
  return new AnnouncementListener(own, audiences, container.get(Log));
}
