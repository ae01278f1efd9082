import type { ShopId, WebhookId } from '../../../domain/shared/id.js';
import { nextTryAt, randomOf } from '../../../domain/webhooks/delivery.js';
import { sumOf, verdictOn } from '../../../domain/webhooks/endpoint-health.js';
import type { Clock, Ids, Log, UnitOfWork } from '../../kernel/ports/ports.js';
import type { DueDeliveries, EndpointState, SeenEndpoint, TriedDelivery } from './deliveries.js';
import type { EndSubscription } from './end-subscription.js';
import type { EndedTry } from './try-delivery.js';

/** The refusal of a delivery to a webhook that is off. */
export const SWITCHED_OFF = 'the webhook is switched off; switch it on first, with `enabled`';

/** A try that has ended, with the subscription that it belongs to. */
export interface EndpointTry extends EndedTry {
  readonly webhook: WebhookId;
}

/** Stores ended tries, and draws the conclusions: further tries, and the warning and the end of subscriptions that fail. */
export class SettleTries {
  constructor(
    private readonly deliveries: DueDeliveries,
    private readonly endings: EndSubscription,
    private readonly unit: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * @param tries of one shop, in the order in which they ended
   * @returns the tries as they were stored
   */
  async execute(shop: ShopId, tries: readonly EndpointTry[]): Promise<readonly TriedDelivery[]> {
    const tried = tries.map((ended) => this.triedOf(ended));
    const gone = new Set(tries.filter(({ outcome }) => outcome === 'gone').map(({ webhook }) => webhook));
    if (gone.size === 0) await this.store(shop, tries, tried);
    else {
      // The end of a subscription is stored together with the answer 410, because no later try would bring it about.
      await this.unit.run(async () => {
        await this.store(shop, tries, tried);
        for (const webhook of gone) await this.endings.gone(shop, webhook);
      });
    }
    return tried;
  }

  private async store(shop: ShopId, tries: readonly EndpointTry[], tried: readonly TriedDelivery[]): Promise<void> {
    const now = this.clock.now();
    const seen = seenIn(tries);
    const failing = await this.deliveries.settle(shop, tried, seen, now);
    for (const state of failing) {
      if (began(state, seen)) this.tell('deliveries to a subscription fail', shop, state.webhook, tries);
      if (verdictOn(state, now) !== 'fine') await this.endings.failing(shop, state.webhook);
    }
    for (const { id, webhook } of tried.filter(({ status }) => status === 'exhausted')) {
      this.tell(
        'a delivery was given up',
        shop,
        webhook,
        tries.filter(({ delivery }) => delivery.id === id),
      );
    }
  }

  private triedOf(ended: EndpointTry): TriedDelivery {
    const { delivery, outcome, at, responseStatus, responseBody, error, durationMs, retryAfterMs } = ended;
    const stored = { id: delivery.id, webhook: ended.webhook, responseStatus, responseBody, error, durationMs };
    if (outcome !== 'failed') return { ...stored, ...NO_FURTHER, status: outcome === 'gone' ? 'failed' : outcome };
    const nextId = this.ids.next<'Delivery'>();
    const nextAttemptAt = nextTryAt({ attempt: delivery.attempt, at, retryAfterMs, random: randomOf(nextId) });
    if (nextAttemptAt === null) return { ...stored, ...NO_FURTHER, status: 'exhausted' };
    return { ...stored, status: 'failed', nextAttemptAt, nextId };
  }

  /** Tells the operator of the last failure of a subscription. The line has neither the URL nor the answer's body. */
  private tell(message: string, shop: ShopId, webhook: WebhookId, tries: readonly EndpointTry[]): void {
    const last = tries.findLast((ended) => ended.webhook === webhook && isFailure(ended));
    if (!last) return;
    const { delivery, error, responseStatus: status } = last;
    const reason = error ?? `the receiver answered ${status ?? 'nothing'}`;
    this.log.warn(message, { shop, webhook, event: delivery.event, kind: delivery.type, attempts: delivery.attempt, reason });
  }
}

const NO_FURTHER = { nextAttemptAt: null, nextId: null } as const;

function isFailure({ outcome }: EndedTry): boolean {
  return outcome === 'failed' || outcome === 'gone';
}

/** Gathers the things that the tries show about each endpoint. A canceled one shows nothing. */
function seenIn(tries: readonly EndpointTry[]): SeenEndpoint[] {
  const shown = tries.filter(({ outcome }) => outcome !== 'canceled');
  return [...new Set(shown.map(({ webhook }) => webhook))].map((webhook) => ({
    webhook,
    ...sumOf(
      shown.filter((ended) => ended.webhook === webhook).map(({ outcome, at }) => ({ succeeded: outcome === 'delivered', at })),
    ),
  }));
}

/** True: the first failure of the endpoint is among these tries. */
function began({ webhook, failingSince }: EndpointState, seen: readonly SeenEndpoint[]): boolean {
  return seen.some((one) => one.webhook === webhook && one.failingSince === failingSince);
}
