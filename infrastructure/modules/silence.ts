import type { Container } from 'inversify';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import { PauseOutgoing } from '../../application/areas/outgoing/switch-outgoing.js';
import type { Log } from '../../application/kernel/ports/ports.js';

/**
 * Begins the pause of OUTGOING=off, before any work begins.
 * @param outgoing false: OUTGOING=off
 * @returns why nothing leaves this deployment, since this start or since a restore; null: it does
 */
export async function silence(container: Container, log: Log, outgoing: boolean): Promise<string | null> {
  if (!outgoing) await container.get(PauseOutgoing).execute({ ways: [], shop: null, cause: 'start', reason: 'OUTGOING=off' });
  const pause = (await container.get(Outgoing).open()).find(({ cause, shop }) => cause === 'start' && shop === null);
  if (!pause) return null;
  const reason = pause.reason ?? 'OUTGOING=off';
  log.warn('nothing leaves this deployment, until shop-ops wake', { reason });
  return reason;
}
