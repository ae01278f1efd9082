import type { Container } from 'inversify';
import { PostgresAppointmentSweep } from '../../adapters/areas/automations/postgres-appointment-sweep.js';
import { emptyingOfShops } from '../../adapters/areas/retention/postgres-emptying.js';
import { S3OnDemand } from '../../adapters/files/s3-on-demand.js';
import type { Metrics } from '../../adapters/metrics/metrics.js';
import { ownConnection, type ConnectionAddress } from '../../adapters/postgres/pool.js';
import { dueRelay, type DueRows } from '../../adapters/queue/due-relay.js';
import { addJobs, freeDeadWorkers } from '../../adapters/queue/jobs.js';
import { Leader, type PeriodicTask } from '../../adapters/queue/leader.js';
import { outboxRelay } from '../../adapters/queue/outbox-relay.js';
import { QueueWorker } from '../../adapters/queue/worker.js';
import { WriteBell } from '../../adapters/queue/write-bell.js';
import { SandboxRecipients } from '../../adapters/sms/sandbox/sandbox-recipients.js';
import { TwilioOnDemand } from '../../adapters/sms/twilio/twilio-on-demand.js';
import type { EventFollower } from '../../adapters/storage/outbox/event-follower.js';
import { Pruning } from '../../adapters/storage/retention/pruning.js';
import type { Storage } from '../../adapters/storage/storage.js';
import { hasTrace } from '../../adapters/storage/tables/table.js';
import { DeliverySender, type DeliverySenderOptions } from '../../adapters/webhooks/delivery-sender.js';
import { CatchUpCalls } from '../../application/areas/calls/catch-up-calls.js';
import { TextingNews } from '../../application/areas/outgoing/texting-news.js';
import { TidyFiles } from '../../application/areas/media/tidy-files.js';
import { EmptyExpired } from '../../application/areas/retention/empty-expired.js';
import { CatchUp } from '../../application/areas/texting/catch-up.js';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import { TextOutcomes } from '../../application/areas/texting/text-outcomes.js';
import { DeliveryBell, DueDeliveries } from '../../application/areas/webhooks/deliveries.js';
import { SettleTries } from '../../application/areas/webhooks/settle-tries.js';
import { TryDelivery } from '../../application/areas/webhooks/try-delivery.js';
import type { EventWork, Work } from '../../application/kernel/events/work.js';
import { Clock, Ids, Log } from '../../application/kernel/ports/ports.js';
import { DailyBackup } from '../backup/daily-backup.js';
import { Assembly } from '../extensions/assembly.js';

/** Creates the sender of deliveries to subscribers, a duty of the leader. */
export function createDeliverySender(
  container: Container,
  options: Pick<DeliverySenderOptions, 'observe' | 'everyMs' | 'graceMs'>,
): DeliverySender {
  return new DeliverySender({
    deliveries: container.get(DueDeliveries),
    tries: container.get(TryDelivery),
    settling: container.get(SettleTries),
    bell: container.get(DeliveryBell),
    outgoing: container.get(Outgoing),
    clock: container.get(Clock),
    log: container.get(Log),
    ...options,
  });
}

/** The intervals of the background work in milliseconds. An absent interval has its default. Tests set shorter ones. */
export interface BackgroundTimings {
  readonly relayEvery?: number;
  readonly dueEvery?: number;
  readonly standBy?: number;
  readonly sweepEvery?: number;
  readonly freeEvery?: number;
  readonly freeGrace?: number;
  readonly pruneEvery?: number;
  readonly emptyEvery?: number;
  readonly catchUpEvery?: number;
  readonly deliverEvery?: number;
  readonly workerPoll?: number;
  readonly workerRestart?: number;
  readonly againAfter?: number;
}

/** Measures the background work; nothing is measured without it. */
type BackgroundMetrics = Pick<Metrics, 'observeWork' | 'observeDeliveries' | 'observeLeader' | 'observeText' | 'countTasks'>;

export interface Background {
  start(): void;
  stop(): Promise<void>;
}

/**
 * The jobs at once. They are few, so that background work leaves the processor and the connections to requests (P5). A job with a
 * block of texts hands several over at once.
 */
const AT_ONCE = 8;

/**
 * The runs at once of work that takes long. Each holds one transfer and no database connection. They are few, because the library lets
 * each idle one search whenever work of any kind is added.
 */
const LONG_AT_ONCE = 4;

/** How often the leader looks whether the shops must be told of their texts. */
const NEWS_MS = 1_000;

const CATCH_UP_MS = 5 * 60_000;
const TIDY_FILES_MS = 6 * 3_600_000;

export const NO_BACKGROUND: Background = { start: () => undefined, stop: () => Promise.resolve() };

/**
 * Creates the work outside of requests. Every process with this work runs two queue workers: one for work that takes long, and one for
 * all other work. One of the processes is the leader and also runs the tasks of `Leader`.
 * @param isTrusted false: the clock of this process is wrong, so it must do no such work
 */
export function createBackground(
  container: Container,
  connection: ConnectionAddress,
  metrics?: BackgroundMetrics,
  timings: BackgroundTimings = {},
  isTrusted: () => boolean = () => true,
): Background {
  const log = container.get(Log);
  const eventWorks = eventWorksOf(container);
  const works = [...eventWorks, ...dueWorksOf(container)];
  metrics?.countTasks(works.map(({ name }) => name));
  if (metrics) container.get(TextOutcomes).watch(metrics.observeText);
  const { workerPoll: pollMs, workerRestart: restartMs, againAfter: againAfterMs } = timings;
  const options = {
    ...{ connection: ownConnection(connection), log, isTrusted, observe: metrics?.observeWork },
    ...{ pollMs, restartMs, againAfterMs },
  };
  const workers = [
    new QueueWorker({ ...options, works: works.filter(({ long }) => !long), concurrency: AT_ONCE }),
    new QueueWorker({ ...options, works: works.filter(({ long }) => long), concurrency: LONG_AT_ONCE }),
  ];
  const leaderLoop = leaderLoopOf(container, connection, { eventWorks, works, workers, isTrusted }, metrics, timings);
  return {
    start: () => {
      container.get(WriteBell).listen(() => {
        leaderLoop.noticeWrite();
      });
      leaderLoop.start();
      for (const worker of workers) worker.start();
    },
    stop: async () => {
      await Promise.all([leaderLoop, ...workers].map((part) => part.stop()));
    },
  };
}

interface LeaderParts {
  readonly eventWorks: readonly EventWork[];
  readonly works: readonly Work[];
  readonly workers: readonly QueueWorker[];
  readonly isTrusted: () => boolean;
}

/** The tasks of the leader, and its duty. */
function leaderLoopOf(
  container: Container,
  connection: ConnectionAddress,
  { eventWorks, works, workers, isTrusted }: LeaderParts,
  metrics: BackgroundMetrics | undefined,
  timings: BackgroundTimings,
): Leader {
  const clock = container.get(Clock);
  const { storages } = container.get(Assembly);
  const kept = storages.flatMap((storage) => storage.kept);
  const deliveries = createDeliverySender(container, { observe: metrics?.observeDeliveries, everyMs: timings.deliverEvery });
  return new Leader({
    connection: ownConnection(connection),
    tasks: [
      outboxRelay({ eventWorks, followers: followersOf(container), enqueue: addJobs, clock, everyMs: timings.relayEvery }),
      dueRelay({
        due: dueRowsOf(storages, works),
        outgoing: container.get(Outgoing),
        enqueue: addJobs,
        clock,
        everyMs: timings.dueEvery,
      }),
      new PostgresAppointmentSweep(container.get(Ids), clock, timings.sweepEvery),
      freeing(workers, timings),
      new Pruning(kept, clock, timings.pruneEvery),
      emptyingOfShops(container.get(EmptyExpired).name, addJobs, timings.emptyEvery),
      {
        everyMs: NEWS_MS,
        run: () =>
          container
            .get(TextingNews)
            .tell()
            .then(() => false),
      },
      ...tidyings(container),
      ...(container.isBound(DailyBackup) ? [container.get(DailyBackup).task] : []),
      ...catchUps(container, timings.catchUpEvery),
    ],
    duty: (signal) => deliveries.lead(signal),
    log: container.get(Log),
    observe: metrics?.observeLeader,
    isTrusted,
    standByMs: timings.standBy,
  });
}

function freeing(workers: readonly QueueWorker[], { freeEvery, freeGrace }: BackgroundTimings): PeriodicTask {
  const freed = (): void => {
    for (const worker of workers) worker.look();
  };
  return freeDeadWorkers(freed, freeEvery, freeGrace);
}

/** The sandbox loses no inbound text and no call, so there is nothing to catch up with. */
function catchUps(container: Container, everyMs = CATCH_UP_MS): PeriodicTask[] {
  if (!container.isBound(TwilioOnDemand)) return [];
  return [repeated(everyMs, container.get(CatchUp)), repeated(everyMs, container.get(CatchUpCalls))];
}

/** A folder of files is tidied whenever a file is stored. */
function tidyings(container: Container): PeriodicTask[] {
  return container.isBound(S3OnDemand) ? [repeated(TIDY_FILES_MS, container.get(TidyFiles))] : [];
}

/** Queues work again and again. If the job before has not begun yet, there is no second one. */
function repeated(everyMs: number, { name: work }: Work): PeriodicTask {
  return { everyMs, run: (client) => addJobs(client, [{ work, payload: {}, key: `${work}:all` }]).then(() => false) };
}

/** All work that does not follow events, see `Area.works`. */
export function dueWorksOf(container: Container): readonly Work[] {
  const { areas } = container.get(Assembly).registry;
  const ofAreas = areas.flatMap((area) => area.works.map(({ port }) => container.get<unknown>(port)));
  const ofSandbox = container.isBound(SandboxRecipients) ? [container.get<unknown>(SandboxRecipients)] : [];
  const ofBackups = container.isBound(DailyBackup) ? [container.get<unknown>(DailyBackup)] : [];
  return [...ofAreas, ...ofSandbox, ...ofBackups] as Work[]; // safe: only such classes are bound to these ports
}

/** The work that follows events. */
export function eventWorksOf(container: Container): readonly EventWork[] {
  // The cast is safe: the areas bind only event work to these ports, but the container's types do not keep the type of a port.
  const { areas } = container.get(Assembly).registry;
  return areas.flatMap((area) => area.eventWorks.map(({ port }) => container.get<unknown>(port) as EventWork));
}

/** The parts that add rows for each event that is relayed. */
export function followersOf(container: Container): readonly EventFollower[] {
  // The cast is safe for the same reason as that of the event work.
  const { storages } = container.get(Assembly);
  return storages.flatMap(({ followers }) => followers.map(({ port }) => container.get<unknown>(port) as EventFollower));
}

/** The tables whose due work this process knows. With a real provider of texts, nobody plays what is due in the sandbox. */
export function dueRowsOf(storages: readonly Storage[], works: readonly Work[]): DueRows[] {
  const known = new Map(works.map((work) => [work.name, work]));
  return storages.flatMap(({ due }) =>
    due.flatMap(({ work, table, leaves = {} }) => {
      const { together = 1 } = known.get(work) ?? {};
      return known.has(work) ? [{ work, table: table.name, traced: hasTrace(table), together, leaves }] : [];
    }),
  );
}
