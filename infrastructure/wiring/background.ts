import type { Container } from 'inversify';
import { ownConnection, type ConnectionAddress } from '../../adapters/persistence/connection/own-connection.js';
import { ADVISORY_LOCKS } from '../../adapters/advisory-locks.js';
import { LeaderLoop } from '../../adapters/persistence/connection/leader-loop.js';
import { OutboxRelay } from '../../adapters/persistence/outbox/outbox-relay.js';
import { Pruning } from '../../adapters/persistence/outbox/pruning.js';
import { QueueWorker, type QueueWorkerOptions } from '../../adapters/queue/queue-worker.js';
import { addWork, DeadWorkers } from '../../adapters/queue/queued-work.js';
import { areas } from '../../application/areas.js';
import type { Reaction } from '../../application/events/reaction.js';
import { Clock } from '../../application/ports/clock.js';
import { Log } from '../../application/ports/log.js';

/** The intervals of the background work in milliseconds. An absent interval has its default. Tests set shorter ones. */
export interface BackgroundTimings {
  readonly relayEvery?: number;
  readonly standBy?: number;
  readonly freeEvery?: number;
  readonly freeGrace?: number;
  readonly pruneEvery?: number;
  readonly workerPoll?: number;
  readonly workerRestart?: number;
  readonly againAfter?: number;
}

export interface Background {
  start(): void;
  stop(): Promise<void>;
}

export const NO_BACKGROUND: Background = { start: () => undefined, stop: () => Promise.resolve() };

/**
 * Creates the work outside of requests. Every process with this work runs a queue worker. One of them is the leader and also runs
 * the tasks of `LeaderLoop`.
 */
export function createBackground(
  container: Container,
  connection: ConnectionAddress,
  observe: QueueWorkerOptions['observe'],
  timings: BackgroundTimings = {},
): Background {
  const log = container.get(Log);
  const clock = container.get(Clock);
  // The cast is safe: the areas bind only reactions to these ports, but the container's types do not keep the type of a port.
  const reactions = areas.flatMap((area) => area.reactions.map(({ port }) => container.get<unknown>(port) as Reaction));
  const leaderLoop = new LeaderLoop({
    connection: ownConnection(connection),
    lock: ADVISORY_LOCKS.leader,
    tasks: [
      new OutboxRelay({ reactions, enqueue: addWork, clock, everyMs: timings.relayEvery }),
      new DeadWorkers(timings.freeEvery, timings.freeGrace),
      new Pruning(clock, timings.pruneEvery),
    ],
    log,
    standByMs: timings.standBy,
  });
  const worker = new QueueWorker({
    connection,
    reactions,
    log,
    observe,
    pollMs: timings.workerPoll,
    restartMs: timings.workerRestart,
    againAfterMs: timings.againAfter,
  });
  return {
    start: () => {
      leaderLoop.start();
      worker.start();
    },
    stop: async () => {
      await Promise.all([leaderLoop.stop(), worker.stop()]);
    },
  };
}
