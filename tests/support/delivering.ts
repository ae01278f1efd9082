import { DueDeliveries } from '../../application/areas/webhooks/deliveries.js';
import { createDeliverySender } from '../../infrastructure/modules/background.js';
import { react } from './due-work.js';
import { eventually } from './eventually.js';
import type { TestService } from './service.js';

/** A sender of deliveries that runs. */
export interface Delivering {
  /** Tells the sender to stop, as the process does, and waits for its end. */
  stop(): Promise<void>;
}

/** Starts the sender of a service, which sends what is due in its whole database. */
export function startDelivering({ container }: TestService): Delivering {
  const stopping = new AbortController();
  const led = createDeliverySender(container, { everyMs: 10, graceMs: 50 }).lead(stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await led;
    },
  };
}

/** Does what follows the events of a service, and delivers what is due by its clock, in its whole database. */
export async function deliver(service: TestService): Promise<void> {
  await react(service);
  const { container, clock } = service;
  const delivering = startDelivering(service);
  const left = await eventually(
    () => container.get(DueDeliveries).count(clock.now()),
    (due) => due === 0,
  );
  await delivering.stop();
  if (left > 0) throw new Error(`${left} deliveries were not tried`);
}
