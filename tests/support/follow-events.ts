import { outboxRelay } from '../../adapters/queue/outbox-relay.js';
import { areas } from '../../application/areas/areas.js';
import type { EventWork, QueuedWork } from '../../application/kernel/events/work.js';
import { followersOf } from '../../infrastructure/modules/background.js';
import type { TestService } from './service.js';

/** Does all work that follows the events of a service, in its whole database. A piece of work that fails is not tried again. */
export async function followEvents({ container, connections, clock }: TestService): Promise<void> {
  // The cast is safe: the areas bind only event work to these ports, but the container's types do not keep the type of a port.
  const eventWorks = areas.flatMap((area) => area.eventWorks.map(({ port }) => container.get<unknown>(port) as EventWork));
  const queued: QueuedWork[] = [];
  const enqueue = (_: unknown, work: readonly QueuedWork[]): Promise<void> => {
    queued.push(...work);
    return Promise.resolve();
  };
  const relay = outboxRelay({ eventWorks, followers: followersOf(container), enqueue, clock });
  const client = await connections.pool.connect();
  try {
    while (await relay.run(client));
    for (const { work, payload } of queued) await eventWorks.find(({ name }) => name === work)?.run(payload);
  } finally {
    client.release();
  }
}
