import type { DeliveryId, EventId, ShopId, WebhookId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Delivery, DeliveryStatus } from '../../../domain/webhooks/delivery.js';
import type { EndpointHealth, SeenTries } from '../../../domain/webhooks/endpoint-health.js';
import type { Webhook } from '../../../domain/webhooks/webhook.js';
import type { Announced, Announcement } from '../../kernel/events/announcer.js';
import type { Position } from '../../kernel/operation/page.js';

/** The state of an event: `erased` when it was about a person whose data were erased, `gone` when it was deleted for its age. */
export type EventState = 'kept' | 'erased' | 'gone';

/** The log of deliveries: one for each try. */
export abstract class Deliveries {
  /** Newest first. */
  abstract search(
    shop: ShopId,
    webhook: WebhookId,
    statuses: readonly DeliveryStatus[],
    limit: number,
    after: Position | null,
  ): Promise<Delivery[]>;
  abstract find(shop: ShopId, webhook: WebhookId, id: DeliveryId): Promise<Delivery | null>;
  abstract eventState(shop: ShopId, event: EventId): Promise<EventState>;
  /**
   * Stores a delivery that waits, and the announcements, together.
   * @returns false: nothing is stored, because the webhook is switched off or was deleted
   */
  abstract add(shop: ShopId, delivery: Delivery, announcements: readonly Announcement[]): Promise<boolean>;
}

/** An enabled subscription that has due deliveries. */
export interface WebhookEndpoint {
  readonly shop: ShopId;
  readonly webhook: WebhookId;
  readonly url: string;
  /** sealed */
  readonly secret: string;
  /** sealed; null: no secret but `secret` is valid now */
  readonly formerSecret: string | null;
  /** true: its last outcome was a failure */
  readonly failing: boolean;
}

/** A due try, with the event as it is stored now. */
export interface DueDelivery {
  readonly id: DeliveryId;
  readonly event: EventId;
  readonly type: string;
  readonly attempt: number;
  /** null: the event was pruned */
  readonly content: EventContent | null;
}

/** `data` and `cause` are JSON as text, because they are passed on as they are. */
export interface EventContent {
  /** null: the relay has not numbered the event yet; only a `ping` is sent before */
  readonly number: number | null;
  readonly createdAt: Instant;
  readonly data: string;
  readonly cause: string;
  /** the `traceparent` of the span in which the event happened; null: it was not traced */
  readonly trace: string | null;
}

/** The result of a try in the form that the log of deliveries stores. */
export interface TriedDelivery {
  readonly id: DeliveryId;
  readonly webhook: WebhookId;
  readonly status: Exclude<DeliveryStatus, 'pending'>;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  /** null: there is no further try */
  readonly nextAttemptAt: Instant | null;
  /** the id of the further try */
  readonly nextId: DeliveryId | null;
}

/** The things that some tries have shown about an endpoint. */
export interface SeenEndpoint extends SeenTries {
  readonly webhook: WebhookId;
}

/** The state of an endpoint after its tries were stored. */
export interface EndpointState extends EndpointHealth {
  readonly webhook: WebhookId;
}

/** The deliveries that wait, for the one sender of a deployment. */
export abstract class DueDeliveries {
  /** All enabled subscriptions of all shops that have a due delivery. */
  abstract endpoints(now: Instant): Promise<readonly WebhookEndpoint[]>;
  /**
   * The deliveries of a subscription that are due, those due first at the beginning.
   * @param except deliveries that the sender already has
   */
  abstract next(
    endpoint: Pick<WebhookEndpoint, 'shop' | 'webhook'>,
    now: Instant,
    except: readonly DeliveryId[],
    limit: number,
  ): Promise<readonly DueDelivery[]>;
  /**
   * Stores tries of one shop, and adds the further tries. A try that is not pending any more, because somebody canceled it, stays as
   * it is and has no further try.
   * @returns the endpoints that failed last
   */
  abstract settle(
    shop: ShopId,
    tries: readonly TriedDelivery[],
    seen: readonly SeenEndpoint[],
    now: Instant,
  ): Promise<readonly EndpointState[]>;
  /** The number of due deliveries to enabled subscriptions, at most 100,000: an operator learns no more from a larger number. */
  abstract count(now: Instant): Promise<number>;
  /**
   * Stores what `decide` says about a subscription. When it is disabled then, its pending deliveries are canceled soon
   * after.
   * @returns the decision; null: the shop has no such subscription
   */
  abstract end(
    shop: ShopId,
    webhook: WebhookId,
    now: Instant,
    decide: (stored: Webhook) => Announced<Webhook>,
  ): Promise<Announced<Webhook> | null>;
}

/** Tells the sender of this process that deliveries may be due now, so that it need not wait for its next look. */
export class DeliveryBell {
  private listener: () => void = () => undefined;

  ring(): void {
    this.listener();
  }

  /** There is one sender in a process, so there is one listener. */
  listen(listener: () => void): void {
    this.listener = listener;
  }
}
