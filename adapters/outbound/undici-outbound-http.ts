import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Agent } from 'undici';
import {
  OutboundHttp,
  type OutboundOutcome,
  type OutboundRequest,
  type UrlRefusal,
} from '../../application/kernel/ports/outbound-http.js';
import { withoutUnprintable } from '../../domain/shared/text.js';
import { outwardMs } from '../call-time.js';
import { within } from '../time-limit.js';
import { checkedAddresses, namesOfMachine, PublicNames, type OutboundPolicy, type ResolveHost } from './checked-addresses.js';
import { checkedConnector } from './checked-connector.js';
import { ABORTED, keptText, limited, readBeginning } from './limited.js';
import { exchangeError, OutboundError } from './outbound-error.js';
import { hostOf, targetOf } from './outbound-target.js';

export interface OutboundOptions {
  readonly policy: OutboundPolicy;
  /** default: the DNS; with a policy that allows every address, the way of other programs of this machine */
  readonly resolve?: ResolveHost;
  /** the certificates to trust in place of those that come with Node */
  readonly ca?: string;
  /** the most requests at once, each with a connection of its own; a further one waits, and its time has not yet begun */
  readonly atOnce?: number;
}

const MOST_AT_ONCE = 512;
/** While more connections than these are open, a connection is not kept for a next request. */
const MOST_KEPT = 128;
/** The time for which an unused connection is kept. Servers close one after five seconds or more. */
const KEPT_MS = 4_000;
/** A connection is not used for longer than this, so that a receiver that has moved is found at its new address. */
const USED_MS = 60_000;
const CONNECT_MS = 10_000;
const MOST_HEADER_BYTES = 16 * 1024;
const MOST_RETRY_AFTER = 100;
/** The longest that somebody who gives a URL waits for the DNS. */
const JUDGE_MS = 3_000;

/** Sends with undici, over connections that `checkedConnector` opens. */
export class UndiciOutboundHttp extends OutboundHttp {
  private readonly policy: OutboundPolicy;
  private readonly resolve: ResolveHost;
  private readonly ca: string | undefined;
  private readonly names = new PublicNames();
  private readonly limit: LimitFunction;
  private readonly closing = new AbortController();
  private agent: Promise<Agent> | null = null;
  /** those that are open, and those that are being opened */
  private readonly sockets = new Set<Socket>();

  constructor({ policy, resolve, ca, atOnce = MOST_AT_ONCE }: OutboundOptions) {
    super();
    this.policy = policy;
    this.resolve = resolve ?? (policy.allows === null ? namesOfMachine : this.names.resolve);
    this.ca = ca;
    this.limit = pLimit(atOnce);
  }

  override async judge(text: string): Promise<UrlRefusal | null> {
    const url = targetOf(text, this.policy);
    if (typeof url === 'string') return url;
    // With a policy that allows every address, the answer of the DNS would not matter.
    if (this.policy.allows === null) return null;
    const isRefused = checkedAddresses(hostOf(url), this.policy, this.resolve).then(
      () => false,
      (error: unknown) => error instanceof OutboundError && error.reason === 'refused_address',
    );
    return (await within(outwardMs(JUDGE_MS), isRefused, () => false)) ? 'address' : null;
  }

  override async post(request: OutboundRequest): Promise<OutboundOutcome> {
    const url = targetOf(request.url, this.policy);
    if (typeof url === 'string') {
      return { outcome: 'failed', reason: 'refused_address', message: `the URL is not allowed (${url})` };
    }
    const signals = [this.closing.signal, ...(request.signal ? [request.signal] : [])];
    try {
      return await this.limit(() => limited(request.timeoutMs, signals, (signal) => this.exchange(url, request, signal)));
    } catch (error) {
      if (error === ABORTED) return { outcome: 'aborted' };
      const { reason, message } = exchangeError(error);
      return { outcome: 'failed', reason, message };
    }
  }

  /** Ends every request under way as aborted, and closes all connections. A later request is aborted, too. */
  async close(): Promise<void> {
    this.closing.abort(ABORTED);
    this.names.cancel();
    await (await this.agent)?.destroy();
    // The client does not end those that are being opened.
    for (const socket of this.sockets) socket.destroy();
  }

  private async exchange(
    { origin, pathname, search }: URL,
    { headers, body, keptBytes }: OutboundRequest,
    signal: AbortSignal,
  ): Promise<OutboundOutcome> {
    const agent = await (this.agent ??= this.makeAgent());
    const reset = this.sockets.size >= MOST_KEPT;
    const answer = await agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal, reset });
    const { bytes, cut } = await readBeginning(answer.body, keptBytes);
    // The client uses a connection again after a turn of the event loop. A caller that sends at once would open another one.
    await setImmediate();
    return {
      outcome: 'answered',
      status: answer.statusCode,
      body: keptText(bytes, keptBytes, cut),
      retryAfter: retryAfterOf(answer.headers['retry-after']),
    };
  }

  /** The client is loaded with the first request, because that takes a tenth of a second, and most processes send none. */
  private async makeAgent(): Promise<Agent> {
    const { Agent, buildConnector } = await import('undici');
    const { policy, resolve, sockets, ca } = this;
    const trusted = ca === undefined ? {} : { ca };
    return new Agent({
      connect: checkedConnector(buildConnector, { policy, resolve, sockets, timeoutMs: CONNECT_MS, ...trusted }),
      // `limited` sees to the time of a request.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MOST_HEADER_BYTES,
      keepAliveTimeout: KEPT_MS,
      keepAliveMaxTimeout: KEPT_MS,
      clientTtl: USED_MS,
    });
  }
}

function retryAfterOf(header: string | readonly string[] | undefined): string | null {
  const value = typeof header === 'string' ? header : header?.[0];
  return value === undefined ? null : withoutUnprintable(value).slice(0, MOST_RETRY_AFTER);
}
