import type { DueDelivery, WebhookEndpoint } from '../../application/areas/webhooks/deliveries.js';
import type { DeliveryId } from '../../domain/shared/id.js';

/** The requests in flight to one endpoint, and the deliveries that are held in memory for it. */
const WIDTH = { good: 8, failing: 2 };
const MOST_HELD = { good: 50, failing: 16 };

/** The deliveries to one endpoint that this process works on. */
export class Lane {
  /** false: the last fetch has found everything that was due */
  mayHaveMore = true;
  isFetching = false;
  private isFailing: boolean;
  private inFlight = 0;
  private ready: DueDelivery[] = [];
  /** those that are ready, in flight, or ended and not stored yet; the database still calls them pending */
  private readonly held = new Set<DeliveryId>();

  constructor(private current: WebhookEndpoint) {
    this.isFailing = current.failing;
  }

  get endpoint(): WebhookEndpoint {
    return this.current;
  }

  get failing(): boolean {
    return this.isFailing;
  }

  get heldIds(): readonly DeliveryId[] {
    return [...this.held];
  }

  /** Takes the endpoint as it was read now, and looks for further deliveries. */
  renew(endpoint: WebhookEndpoint): void {
    this.current = endpoint;
    this.mayHaveMore = true;
  }

  /** The number of deliveries to fetch; 0 while at least half of those that may be held are held. */
  room(): number {
    const most = this.isFailing ? MOST_HELD.failing : MOST_HELD.good;
    return this.held.size <= most / 2 ? most - this.held.size : 0;
  }

  add(deliveries: readonly DueDelivery[]): void {
    for (const delivery of deliveries) this.held.add(delivery.id);
    this.ready.push(...deliveries);
  }

  hasNext(): boolean {
    return this.ready.length > 0 && this.inFlight < (this.isFailing ? WIDTH.failing : WIDTH.good);
  }

  next(): DueDelivery | undefined {
    const delivery = this.ready.shift();
    if (delivery) this.inFlight += 1;
    return delivery;
  }

  /** @param failed null: the request was cut off, so it shows nothing */
  ended(failed: boolean | null): void {
    this.inFlight -= 1;
    if (failed !== null) this.isFailing = failed;
    if (failed === true) this.drop(MOST_HELD.failing);
  }

  /** The delivery is stored as it ended, or it was cut off and is pending as before. */
  release(id: DeliveryId): void {
    this.held.delete(id);
  }

  /** Forgets deliveries that are ready but for the first ones. */
  drop(kept: number): void {
    for (const { id } of this.ready.splice(kept)) {
      this.held.delete(id);
      this.mayHaveMore = true;
    }
  }

  isEmpty(): boolean {
    return this.held.size === 0 && !this.isFetching;
  }
}
