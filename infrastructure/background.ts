import type { Container } from 'inversify';
import { ownConnection, type ConnectionAddress } from '../adapters/persistence/connection/own-connection.js';
import { ADVISORY_LOCKS } from '../adapters/advisory-locks.js';
import { LeaderLoop } from '../adapters/persistence/connection/leader-loop.js';
import { OutboxRelay } from '../adapters/persistence/outbox/outbox-relay.js';
import { Pruning } from '../adapters/persistence/outbox/pruning.js';
import { addJobs, DeadWorkers } from '../adapters/queue/jobs.js';
import { QueueWorker, type QueueWorkerOptions } from '../adapters/queue/queue-worker.js';
import { Clock } from '../application/ports/clock.js';
import { Log } from '../application/ports/log.js';
import { CompleteVehicle } from '../application/vehicles/complete-vehicle.js';
import { CompleteVehicleTask } from '../application/vehicles/complete-vehicle-task.js';
import { Vehicles } from '../application/vehicles/vehicles.js';
import { VinDecoder } from '../application/vehicles/vin-decoder.js';

/** In milliseconds; what is left out has its standard. Tests are in a hurry. */
export interface BackgroundTimings {
  readonly relayEvery?: number;
  readonly standBy?: number;
  readonly freeEvery?: number;
  readonly freeGrace?: number;
  readonly pruneEvery?: number;
  readonly workerPoll?: number;
  readonly workerRestart?: number;
  readonly decodeAgainAfter?: number;
}

export interface Background {
  start(): void;
  stop(): Promise<void>;
}

export const NO_BACKGROUND: Background = { start: () => undefined, stop: () => Promise.resolve() };

/** Everything that happens behind the requests: the relay and its neighbours in one process, a queue worker in each. */
export function createBackground(
  container: Container,
  connection: ConnectionAddress,
  observe: QueueWorkerOptions['observe'],
  timings: BackgroundTimings = {},
): Background {
  const log = container.get(Log);
  const clock = container.get(Clock);
  const completeVehicle = new CompleteVehicle(container.get(Vehicles), container.get(VinDecoder));
  const tasks = [new CompleteVehicleTask(completeVehicle, clock, log, timings.decodeAgainAfter)];
  const leaderLoop = new LeaderLoop({
    connection: ownConnection(connection),
    lock: ADVISORY_LOCKS.leader,
    tasks: [
      new OutboxRelay({ tasks, enqueue: addJobs, clock, everyMs: timings.relayEvery }),
      new DeadWorkers(timings.freeEvery, timings.freeGrace),
      new Pruning(clock, timings.pruneEvery),
    ],
    log,
    standByMs: timings.standBy,
  });
  const worker = new QueueWorker({
    connection,
    tasks,
    log,
    observe,
    pollMs: timings.workerPoll,
    restartMs: timings.workerRestart,
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
