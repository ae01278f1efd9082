import { poolOf } from '../../adapters/persistence/connection/pool.js';
import { DueRelay } from '../../adapters/persistence/due/due-relay.js';
import { storages } from '../../adapters/persistence/storages.js';
import type { QueuedWork } from '../../application/events/work.js';
import { dueWorksOf } from '../../infrastructure/wiring/background.js';
import type { TestService } from './service.js';

/** The work of each service that asked for another try. */
const AGAIN = new WeakMap<TestService['container'], QueuedWork[]>();

/**
 * Does all work that is due by the clock of a service, in its whole database, until nothing is due. Work that asks for another
 * try gets it at the next call.
 */
export async function doDueWork({ container, dataSource, clock }: TestService): Promise<void> {
  const works = new Map(dueWorksOf(container).map((work) => [work.name, work]));
  const queued = AGAIN.get(container) ?? [];
  const again: QueuedWork[] = [];
  AGAIN.set(container, again);
  const enqueue = (_: unknown, work: readonly QueuedWork[]): Promise<void> => {
    queued.push(...work);
    return Promise.resolve();
  };
  const relay = new DueRelay({ due: storages.flatMap(({ due }) => due), enqueue, clock });
  const client = await poolOf(dataSource).connect();
  try {
    for (let first = true; first || queued.length > 0; first = false) {
      for (const one of queued.splice(0)) if ((await works.get(one.work)?.run(one.payload)) === false) again.push(one);
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
