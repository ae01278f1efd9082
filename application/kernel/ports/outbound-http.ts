/**
 * The reason why a URL that somebody gave is refused. `address`: the host is an address, or a name of addresses, that is not global
 * unicast: loopback, private, link-local, metadata, multicast and the like; also a name that can never be a public one.
 */
export const URL_REFUSALS = ['not_a_url', 'too_long', 'scheme', 'userinfo', 'port', 'address'] as const;
export type UrlRefusal = (typeof URL_REFUSALS)[number];

export interface OutboundRequest {
  readonly url: string;
  /** `host`, `content-length` and the headers that belong to the connection are set by the sender */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** the milliseconds for everything: the name, the connection, TLS, the answer's headers and the kept part of its body */
  readonly timeoutMs: number;
  /** the most bytes of the answer's body that are kept */
  readonly keptBytes: number;
  readonly signal?: AbortSignal;
}

/**
 * The reason why no complete answer came. `refused_address`: nothing was sent, because the URL or one of the addresses of its name
 * is not allowed; `name`: the name has no address; `connect`: no address takes a connection; `tls`: the certificate or the
 * handshake is wrong; `timeout`: the time was over; `reset`: the connection ended before the answer was complete; `answer`: the
 * answer is not HTTP, or its headers are too long.
 */
export const OUTBOUND_FAILURES = ['refused_address', 'name', 'connect', 'tls', 'timeout', 'reset', 'answer'] as const;
export type OutboundFailure = (typeof OUTBOUND_FAILURES)[number];

export type OutboundOutcome =
  | {
      readonly outcome: 'answered';
      /** any final status, also 3xx: a redirect is not followed */
      readonly status: number;
      /** at most `keptBytes` bytes of UTF-8, as text without NUL; the rest of a longer body is not read */
      readonly body: string;
      /** the header `Retry-After` as it was sent, at most 100 characters */
      readonly retryAfter: string | null;
    }
  | {
      readonly outcome: 'failed';
      readonly reason: OutboundFailure;
      /** one sentence for people; it may name the host and its address, never the body, the headers or the rest of the URL */
      readonly message: string;
    }
  /** the signal was aborted; the receiver may have got the request */
  | { readonly outcome: 'aborted' };

/** Requests to URLs that somebody gave. Only addresses of the public internet are reached, unless the deployment allows others. */
export abstract class OutboundHttp {
  /**
   * Judges a URL when somebody gives it.
   * @returns null: it may be used as far as one can say now. A name that does not resolve is accepted, because `post` judges again.
   */
  abstract judge(url: string): Promise<UrlRefusal | null>;
  /**
   * Sends one POST. Every address of the name is judged, and only a judged address is connected to. Redirects are not followed, and
   * no proxy of the environment is used. Never rejects.
   */
  abstract post(request: OutboundRequest): Promise<OutboundOutcome>;
}
