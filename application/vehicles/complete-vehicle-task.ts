import type { VehicleId } from '../../domain/shared/id.js';
import { later, type Instant } from '../../domain/shared/instant.js';
import type { Vin } from '../../domain/vehicles/vin.js';
import type { BackgroundTask, StoredEvent } from '../background/background-task.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { CompleteVehicle, VehicleToComplete } from './complete-vehicle.js';

/**
 * A vehicle is to be complete within 60 s after the decoder answers again. One turn may be lost to another vehicle's, which
 * is the only one that may try a decoder just left alone: so two turns and the decoder's own time must fit.
 */
const AGAIN_AFTER_MS = 20_000;
const GIVE_UP_AFTER_MS = 7 * 24 * 3_600_000;

type Payload = VehicleToComplete & { readonly since: Instant };

/** Asks the decoder until it answers, but not for ever. */
export class CompleteVehicleTask implements BackgroundTask<Payload> {
  readonly name = 'complete-vehicle';
  readonly on = 'vehicle.decode_missed';

  constructor(
    private readonly complete: CompleteVehicle,
    private readonly clock: Clock,
    private readonly log: Log,
    readonly againAfterMs = AGAIN_AFTER_MS,
  ) {}

  payloadOf({ shop, createdAt, data }: StoredEvent): Payload {
    // The event is announced for vehicles with a VIN only, and its data is the vehicle as it was stored.
    const { id, vin } = data as { readonly id: VehicleId; readonly vin: Vin };
    return { shop, id, vin, since: createdAt };
  }

  keyOf({ id }: Payload): string {
    return id;
  }

  async run({ since, ...vehicle }: Payload): Promise<boolean> {
    if (await this.complete.execute(vehicle)) return true;
    if (this.clock.now() < later(since, GIVE_UP_AFTER_MS)) return false;
    this.log.warn('a vehicle stays without its decode: the decoder has not answered for a week', { shop: vehicle.shop, task: this.name });
    return true;
  }
}
