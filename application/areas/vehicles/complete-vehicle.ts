import type { EventId, ShopId, VehicleId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { completeVehicle, type Vin } from '../../../domain/vehicles/vehicle.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import { vehicleEvents } from './vehicle.view.js';
import type { Vehicles } from './vehicles.js';
import type { VinDecoder } from './vin-decoder.js';

/**
 * The milliseconds until the next try. A vehicle must be complete within 60 s after the decoder answers again. While the decoder
 * counts as down, only one call at a time may try it. If that call is for another vehicle, this vehicle must wait for its next
 * try. So two waiting times and the decoder's own time must fit in 60 s.
 */
const AGAIN_AFTER_MS = 20_000;
const GIVE_UP_AFTER_MS = 7 * 24 * 3_600_000;

interface Payload {
  readonly shop: ShopId;
  readonly id: VehicleId;
  readonly vin: Vin;
  readonly since: Instant;
  /** absent in work that an earlier release queued */
  readonly event?: EventId;
}

/** Asks the decoder again for a vehicle that was stored without a decode. The last try is made after `GIVE_UP_AFTER_MS`. */
export class CompleteVehicle implements EventWork<Payload> {
  readonly name = 'complete-vehicle';
  readonly on = ['vehicle.decode_missed'] as const;
  readonly againAfterMs = AGAIN_AFTER_MS;

  constructor(
    private readonly vehicles: Vehicles,
    private readonly decoder: VinDecoder,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  payloadOf({ shop, id: event, createdAt, data }: StoredEvent): Payload {
    // The cast is safe: the event is announced only for vehicles with a VIN, and its data is the vehicle as it was stored.
    const { id, vin } = data as { readonly id: VehicleId; readonly vin: Vin };
    return { shop, id, vin, since: createdAt, event };
  }

  keyOf({ id }: Payload): string {
    return id;
  }

  async run(payload: Payload): Promise<boolean> {
    if (await this.isComplete(payload)) return true;
    const { shop, since } = payload;
    if (this.clock.now() < later(since, GIVE_UP_AFTER_MS)) return false;
    this.log.warn('the VIN of a vehicle was not decoded: the decoder has not answered for a week', { shop, task: this.name });
    return true;
  }

  private async isComplete({ shop, id, vin, event }: Payload): Promise<boolean> {
    const decode = await this.decoder.decode(vin);
    if (!decode) return false;
    const cause = { ...NO_CAUSE, eventId: event ?? null };
    await this.vehicles.change(shop, id, (vehicle) =>
      this.announcer.announce(vehicleEvents, vehicle, completeVehicle(vehicle, decode, this.clock.now()), cause),
    );
    return true;
  }
}
