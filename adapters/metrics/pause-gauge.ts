import { Gauge, type Registry } from 'prom-client';
import { PAUSE_CAUSES, WAYS, type Pause } from '../../domain/outgoing/pause.js';

/** Measures how many pauses go on, of all shops and of single ones. Each way and cause is there from the start. */
export function measurePauses(registry: Registry, pauses: () => Promise<readonly Pause[]>): void {
  new Gauge({
    name: 'outgoing_paused',
    help: 'Pauses of what leaves, by way and cause; absent while the database cannot be asked.',
    labelNames: ['way', 'cause'],
    registers: [registry],
    async collect() {
      this.reset(); // a value that is not known is not shown
      const open = await pauses().catch(() => null); // the health check reports it
      if (open === null) return;
      for (const way of WAYS)
        for (const cause of PAUSE_CAUSES)
          this.set({ way, cause }, open.filter((one) => one.way === way && one.cause === cause).length);
    },
  });
}
