import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type {
  DeliveryBell,
  DueDeliveries,
  DueDelivery,
  WebhookEndpoint,
  TriedDelivery,
} from '../../application/areas/webhooks/deliveries.js';
import type { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import type { SettleTries } from '../../application/areas/webhooks/settle-tries.js';
import type { EndedTry, TryDelivery } from '../../application/areas/webhooks/try-delivery.js';
import type { Clock, Log } from '../../application/kernel/ports/ports.js';
import type { WebhookId } from '../../domain/shared/id.js';
import { continued } from '../trace-context.js';
import { Lane } from './lane.js';
import { Settler } from './settler.js';
import { Sockets } from './sockets.js';

export interface DeliverySenderOptions {
  readonly deliveries: DueDeliveries;
  readonly tries: Pick<TryDelivery, 'execute'>;
  readonly settling: SettleTries;
  readonly bell: DeliveryBell;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  readonly log: Log;
  /** is told of every stored try by its status, and of requests that begin (1) and end (-1) */
  readonly observe?:
    { readonly tried: (status: TriedDelivery['status']) => void; readonly inFlight: (change: 1 | -1) => void } | undefined;
  /** milliseconds between two looks for what is due; default 1000. Of what new events add, the bell tells at once. */
  readonly everyMs?: number | undefined;
  /** milliseconds that requests in flight get at a stop, before they are cut off and count as no try; default 1000 */
  readonly graceMs?: number | undefined;
}

const EVERY_MS = 1_000;
const GRACE_MS = 1_000;
/** The statements at once that fetch deliveries. The pool of connections serves requests, too. */
const FETCHES_AT_ONCE = 3;

/**
 * Sends the deliveries that are due. One sender runs in a deployment, in the leader, so no delivery needs to be claimed. Each endpoint
 * has a lane of its own, so that a slow one holds up no other.
 */
export class DeliverySender {
  private lanes = new Map<WebhookId, Lane>();
  /** the lanes that wait for a socket, those that wait longest at the beginning */
  private readonly waiting = new Set<Lane>();
  private readonly sockets = new Sockets();
  private readonly fetches = pLimit(FETCHES_AT_ONCE);
  private readonly settler: Settler;
  private stopping: AbortSignal = AbortSignal.abort();
  private cut = new AbortController();
  private rung = false;
  private wake: () => void = () => undefined;

  constructor(private readonly options: DeliverySenderOptions) {
    this.settler = new Settler(options.settling, options.log, ({ webhook, delivery }, tried) => {
      this.stored(webhook, delivery.id, tried);
    });
  }

  /** Sends until the signal is aborted. Never rejects. */
  async lead(signal: AbortSignal): Promise<void> {
    this.stopping = signal;
    this.cut = new AbortController();
    setMaxListeners(0, signal, this.cut.signal); // each delivery that waits or is in flight listens
    this.options.bell.listen(() => {
      this.rung = true;
      this.wake();
    });
    signal.addEventListener('abort', () => {
      this.wake();
    });
    // The outcomes that an earlier term could not store come first, because their deliveries are still pending.
    await this.settler.drain();
    while (!signal.aborted) {
      await this.look();
      await this.pause();
    }
    await this.finish();
  }

  private async look(): Promise<void> {
    this.rung = false;
    const found = await this.endpoints().catch(() => null); // the database reports it
    if (found === null) return;
    const due = new Map(found.map((endpoint) => [endpoint.webhook, endpoint]));
    for (const [webhook, lane] of this.lanes) {
      if (due.has(webhook)) continue;
      lane.drop(0);
      if (lane.isEmpty()) this.lanes.delete(webhook);
    }
    for (const endpoint of found) this.laneOf(endpoint).renew(endpoint);
    for (const lane of this.lanes.values()) this.advance(lane);
  }

  /** The endpoints to which something may be sent now. */
  private async endpoints(): Promise<readonly WebhookEndpoint[]> {
    const { deliveries, outgoing, clock } = this.options;
    const due = await deliveries.endpoints(clock.now());
    const shut = await Promise.all(due.map(({ shop }) => outgoing.isShut('webhooks', shop)));
    return due.filter((_, index) => shut[index] === false);
  }

  private laneOf(endpoint: WebhookEndpoint): Lane {
    const lane = this.lanes.get(endpoint.webhook) ?? new Lane(endpoint);
    this.lanes.set(endpoint.webhook, lane);
    return lane;
  }

  /** Sends what may be sent to an endpoint now, and fetches more in time. */
  private advance(lane: Lane): void {
    // A lane of an earlier term can have had a slow fetch.
    if (this.stopping.aborted || this.lanes.get(lane.endpoint.webhook) !== lane) return;
    while (lane.hasNext() && this.sockets.take(lane.failing)) void this.send(lane, lane.failing);
    if (lane.hasNext()) this.waiting.add(lane);
    if (lane.mayHaveMore && !lane.isFetching && lane.room() > 0) void this.fetch(lane);
  }

  private async fetch(lane: Lane): Promise<void> {
    lane.isFetching = true;
    try {
      await this.fetches(async () => {
        const room = lane.room();
        const { deliveries, clock } = this.options;
        const found = room > 0 ? await deliveries.next(lane.endpoint, clock.now(), lane.heldIds, room) : [];
        lane.mayHaveMore = found.length === room;
        if (!this.stopping.aborted) lane.add(found);
      });
    } catch {
      lane.mayHaveMore = false; // the database reports it, and the next look begins again
    }
    lane.isFetching = false;
    this.advance(lane);
  }

  /** @param asFailing the word with which the socket was taken */
  private async send(lane: Lane, asFailing: boolean): Promise<void> {
    const { observe } = this.options;
    const { endpoint } = lane;
    const delivery = lane.next();
    if (!delivery) return;
    observe?.inFlight(1);
    const ended = this.stopping.aborted ? null : await this.tried(endpoint, delivery);
    observe?.inFlight(-1);
    this.sockets.giveBack(asFailing);
    lane.ended(ended === null || ended.outcome === 'canceled' ? null : ended.outcome !== 'delivered');
    if (ended) this.settler.add({ ...ended, shop: endpoint.shop, webhook: endpoint.webhook }, this.stopping);
    else lane.release(delivery.id);
    this.advance(lane);
    this.advanceWaiting();
  }

  /** Tries a delivery in a span that goes on with the trace of the event. */
  private tried(endpoint: WebhookEndpoint, delivery: DueDelivery): Promise<EndedTry | null> {
    const attributes = { 'shop_operations.shop': endpoint.shop, 'shop_operations.webhook': endpoint.webhook };
    return continued(delivery.content?.trace, `deliver ${delivery.type}`, attributes, () =>
      this.options.tries.execute(endpoint, delivery, this.cut.signal),
    );
  }

  private advanceWaiting(): void {
    for (const lane of [...this.waiting]) {
      if (this.sockets.areUsedUp()) return;
      this.waiting.delete(lane);
      this.advance(lane);
    }
  }

  private stored(webhook: WebhookId, id: TriedDelivery['id'], tried: TriedDelivery | undefined): void {
    if (tried) this.options.observe?.tried(tried.status);
    const lane = this.lanes.get(webhook);
    if (!lane) return;
    lane.release(id);
    this.advance(lane);
  }

  private async pause(): Promise<void> {
    if (this.rung || this.stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.everyMs ?? EVERY_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async finish(): Promise<void> {
    const end = performance.now() + (this.options.graceMs ?? GRACE_MS);
    while (!this.sockets.isIdle() && performance.now() < end) await sleep(5);
    this.cut.abort();
    while (!this.sockets.isIdle()) await sleep(1);
    await this.settler.drain();
    this.lanes = new Map();
    this.waiting.clear();
  }
}
