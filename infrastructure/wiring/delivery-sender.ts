import type { Container } from 'inversify';
import { DeliverySender, type DeliverySenderOptions } from '../../adapters/webhooks/delivery-sender.js';
import { Clock } from '../../application/ports/clock.js';
import { Log } from '../../application/ports/log.js';
import { DeliveryBell } from '../../application/webhooks/delivery-bell.js';
import { DueDeliveries } from '../../application/webhooks/due-deliveries.js';
import { SettleTries } from '../../application/webhooks/settle-tries.js';
import { TryDelivery } from '../../application/webhooks/try-delivery.js';

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
    clock: container.get(Clock),
    log: container.get(Log),
    ...options,
  });
}
