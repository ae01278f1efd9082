import { millisOf, type Instant } from '../../../domain/shared/instant.js';
import { outcomeOf, retryAfterMs, type TryOutcome } from '../../../domain/webhooks/delivery.js';
import type { OutboundHttp, OutboundOutcome } from '../../kernel/ports/outbound-http.js';
import type { Clock, Log, Sealer } from '../../kernel/ports/ports.js';
import type { WebhookSigner } from '../../kernel/ports/webhook-signer.js';
import type { DueDelivery, WebhookEndpoint, EventContent } from './deliveries.js';
import { secretContext } from './webhook-secrets.js';

const TIMEOUT_MS = 10_000;
const KEPT_BYTES = 1024;

/** A try that has ended. */
export interface EndedTry {
  readonly delivery: DueDelivery;
  /** `canceled`: there is nothing to deliver any more */
  readonly outcome: TryOutcome | 'canceled';
  readonly at: Instant;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly retryAfterMs: number | null;
}

const NO_ANSWER = { responseStatus: null, responseBody: null, durationMs: null, retryAfterMs: null } as const;

/** Tries once to deliver an event to an endpoint. */
export class TryDelivery {
  /** the secrets of endpoints that were opened; the endpoints are read anew several times a second */
  private readonly opened = new WeakMap<WebhookEndpoint, readonly [string, ...string[]] | null>();

  constructor(
    private readonly http: OutboundHttp,
    private readonly signer: WebhookSigner,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Null: the signal was aborted, so this was no try. Never rejects. */
  async execute(endpoint: WebhookEndpoint, delivery: DueDelivery, signal: AbortSignal): Promise<EndedTry | null> {
    const at = this.clock.now();
    const { content } = delivery;
    if (content === null)
      return { ...NO_ANSWER, delivery, at, outcome: 'canceled', error: 'the event is too old and was deleted' };
    const secrets = this.secretsOf(endpoint);
    if (!secrets) return { ...NO_ANSWER, delivery, at, outcome: 'failed', error: UNOPENED };
    const body = bodyOf(endpoint, delivery, content);
    try {
      const headers = { 'content-type': 'application/json', ...this.signer.sign({ secrets, id: delivery.event, at, body }) };
      const sent = { url: endpoint.url, headers, body, timeoutMs: TIMEOUT_MS, keptBytes: KEPT_BYTES, signal };
      return this.ended(delivery, at, await this.http.post(sent));
    } catch (error) {
      this.log.error('a delivery could not be sent', {
        shop: endpoint.shop,
        webhook: endpoint.webhook,
        event: delivery.event,
        error,
      });
      return { ...NO_ANSWER, delivery, at, outcome: 'failed', error: 'a fault of the service: its log has the reason' };
    }
  }

  private ended(delivery: DueDelivery, begun: Instant, outcome: OutboundOutcome): EndedTry | null {
    if (outcome.outcome === 'aborted') return null;
    const at = this.clock.now();
    const durationMs = Math.max(0, millisOf(at) - millisOf(begun)); // the machine's clock may be set back meanwhile
    if (outcome.outcome === 'failed') {
      return { ...NO_ANSWER, delivery, outcome: 'failed', at, durationMs, error: `${outcome.reason}: ${outcome.message}` };
    }
    const { status, body } = outcome;
    return {
      delivery,
      outcome: outcomeOf(status),
      at,
      durationMs,
      responseStatus: status,
      responseBody: body,
      error: errorOf(status),
      retryAfterMs: retryAfterMs(outcome.retryAfter, at),
    };
  }

  /**
   * The secrets that sign. Null: no key opens the secret. A former secret that no key opens does not count, because a rotation mends
   * such a secret, which is the former one then.
   */
  private secretsOf(endpoint: WebhookEndpoint): readonly [string, ...string[]] | null {
    const known = this.opened.get(endpoint);
    if (known !== undefined) return known;
    const context = secretContext(endpoint.shop, endpoint.webhook);
    const current = this.sealer.open(endpoint.secret, context);
    const former = endpoint.formerSecret === null ? null : this.sealer.open(endpoint.formerSecret, context);
    const secrets = current === null ? null : former === null ? ([current] as const) : ([current, former] as const);
    this.opened.set(endpoint, secrets);
    return secrets;
  }
}

const UNOPENED = 'no key of SIGNING_KEYS opens the secret of this subscription: rotate-secret gives it another one';

function errorOf(status: number): string | null {
  if (status === 410) return 'the receiver answered 410, so the subscription was switched off';
  return status >= 300 && status < 400 ? 'redirects are not followed' : null;
}

/** The payload. Its parts are joined as text, because `data` and `cause` come from the database as JSON. */
function bodyOf({ shop }: WebhookEndpoint, { event, type }: DueDelivery, content: EventContent): string {
  const { createdAt, data, cause } = content;
  const number = type === 'ping' ? null : content.number; // a ping is not in the feed
  const head = `"number":${number},"id":"${event}","type":"${type}","created_at":"${createdAt}","shop_id":"${shop}"`;
  return `{${head},"data":${data},"cause":${cause}}`;
}
