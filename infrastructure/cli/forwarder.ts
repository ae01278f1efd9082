import { setTimeout as sleep } from 'node:timers/promises';
import type { NumberedEvent } from '../../application/areas/events/event-feed.js';
import { FeedEventView } from '../../application/areas/events/event.view.js';
import type { OutboundHttp } from '../../application/kernel/ports/outbound-http.js';
import type { Clock } from '../../application/kernel/ports/ports.js';
import type { WebhookSigner } from '../../application/kernel/ports/webhook-signer.js';

export interface Forwarding {
  readonly url: string;
  readonly secret: string;
  /** milliseconds before a further try */
  readonly pauseMs: number;
}

/** One try to deliver an event. */
export interface ForwardedTry {
  readonly event: NumberedEvent;
  readonly attempt: number;
  /** null: there was no answer */
  readonly status: number | null;
  /** null: the event is delivered */
  readonly error: string | null;
  /** whether the event is tried once more */
  readonly again: boolean;
}

/** A webhook tries for days. Here somebody looks on, and would rather cause the event once more. */
const MOST_TRIES = 3;
const TIMEOUT_MS = 10_000;
const KEPT_BYTES = 1024;

/** Delivers events to a developer's receiver, in the form of a webhook. */
export class Forwarder {
  constructor(
    private readonly http: OutboundHttp,
    private readonly signer: WebhookSigner,
    private readonly clock: Clock,
    private readonly forwarding: Forwarding,
  ) {}

  /** Tries until the event is delivered, but not more than three times. The signal ends it without a further call of `tell`. */
  async forward(event: NumberedEvent, stopping: AbortSignal, tell: (tried: ForwardedTry) => void): Promise<void> {
    const body = JSON.stringify(FeedEventView.of(event));
    for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
      const outcome = await this.send(event.id, body, stopping);
      if (outcome === null) return;
      const again = outcome.error !== null && attempt < MOST_TRIES;
      tell({ event, attempt, ...outcome, again });
      if (!again) return;
      await sleep(this.forwarding.pauseMs, undefined, { signal: stopping }).catch(() => undefined); // told to stop: `send` says so
    }
  }

  /** Null: the signal ended it. */
  private async send(id: string, body: string, signal: AbortSignal): Promise<Pick<ForwardedTry, 'status' | 'error'> | null> {
    const { url, secret } = this.forwarding;
    const signed = this.signer.sign({ secrets: [secret], id, at: this.clock.now(), body });
    const headers = { 'content-type': 'application/json', ...signed };
    const sent = await this.http.post({ url, headers, body, timeoutMs: TIMEOUT_MS, keptBytes: KEPT_BYTES, signal });
    if (sent.outcome === 'aborted') return null;
    if (sent.outcome === 'failed') return { status: null, error: `${sent.reason}: ${sent.message}` };
    const { status } = sent;
    return { status, error: status >= 200 && status < 300 ? null : `the receiver answered ${status}` };
  }
}
