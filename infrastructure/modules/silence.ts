import type { Container } from 'inversify';
import { PauseOutgoing } from '../../application/areas/outgoing/switch-outgoing.js';
import type { Log } from '../../application/kernel/ports/ports.js';

/** Begins the pause of OUTGOING=off, before any work begins. */
export async function silence(container: Container, log: Log): Promise<void> {
  const reason = 'OUTGOING=off';
  await container.get(PauseOutgoing).execute({ ways: [], shop: null, cause: 'start', reason });
  log.warn('nothing leaves this deployment, until npx shop-ops outgoing resume --yes', { reason });
}
