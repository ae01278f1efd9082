import { storages } from '../../adapters/areas/storages.js';
import { withoutBlock } from '../../adapters/block-names.js';
import { dueRelay } from '../../adapters/queue/due-relay.js';
import { jobsOfBlock, type addJobs, type DueBlock } from '../../adapters/queue/jobs.js';
import type { PeriodicTask } from '../../adapters/queue/leader.js';
import { outboxRelay } from '../../adapters/queue/outbox-relay.js';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import type { QueuedWork, Work } from '../../application/kernel/events/work.js';
import { dueRowsOf, dueWorksOf, followersOf, eventWorksOf } from '../../infrastructure/modules/background.js';
import { runBound } from './bound-work.js';
import type { TestService } from './service.js';

/** The work of each service that asked for another try. */
const AGAIN = new WeakMap<TestService['container'], QueuedWork[]>();

/**
 * Does all work that is due by the clock of a service, in its whole database, until nothing is due. Work that asks for another
 * try gets it at the next call. It fails for work with a statement that is not bound to the shop of the work.
 */
export function doDueWork(service: TestService): Promise<void> {
  const works = dueWorksOf(service.container);
  const relay = (enqueue: typeof addJobs): PeriodicTask =>
    dueRelay({ due: dueRowsOf(storages, works), outgoing: service.container.get(Outgoing), enqueue, clock: service.clock });
  return workOff(service, works, relay);
}

/** Does what follows the events that the service has announced, in its whole database. */
export function react(service: TestService): Promise<void> {
  const eventWorks = eventWorksOf(service.container);
  return workOff(service, eventWorks, (enqueue) =>
    outboxRelay({ eventWorks, followers: followersOf(service.container), enqueue, clock: service.clock }),
  );
}

async function workOff(
  service: TestService,
  works: readonly Work[],
  relayTo: (enqueue: typeof addJobs) => PeriodicTask,
): Promise<void> {
  const { container, connections } = service;
  const named = new Map(works.map((work) => [work.name, work]));
  const waiting = AGAIN.get(container) ?? [];
  const queued = waiting.filter(({ work }) => named.has(work));
  const again = waiting.filter(({ work }) => !named.has(work));
  AGAIN.set(container, again);
  const relay = relayTo((_, work) => {
    queued.push(...work);
    return Promise.resolve();
  });
  const client = await connections.pool.connect();
  try {
    for (let first = true; first || queued.length > 0; first = false) {
      for (const one of queued.splice(0)) {
        const name = withoutBlock(one.work);
        const work = named.get(name);
        if (!work) throw new Error(`no area lists the work ${name}`);
        // Safe: the relay makes the payloads of blocks.
        const jobs = name === one.work ? [one] : jobsOfBlock(name, one.payload as DueBlock);
        await runBound(service, one, async () => {
          await Promise.all(
            jobs.map(async (job) => {
              if (!(await work.run(job.payload))) again.push(job);
            }),
          );
          return true;
        });
      }
      while (await relay.run(client));
    }
  } finally {
    client.release();
  }
}

/** Lets time pass in steps of a second, and does what is due after each. */
export async function passWorking(service: TestService, seconds: number): Promise<void> {
  await doDueWork(service);
  for (let passed = 0; passed < seconds; passed += 1) {
    service.clock.pass(1_000);
    await doDueWork(service);
  }
}
