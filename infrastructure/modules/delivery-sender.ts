import type { Container } from 'inversify';
import { DeliverySender, type DeliverySenderOptions } from '../../adapters/webhooks/delivery-sender.js';
import { DeliveryBell, DueDeliveries } from '../../application/areas/webhooks/deliveries.js';
import { SettleTries } from '../../application/areas/webhooks/settle-tries.js';
import { TryDelivery } from '../../application/areas/webhooks/try-delivery.js';
import { Clock, Log } from '../../application/kernel/ports/ports.js';

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
