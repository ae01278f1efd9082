import type { Headers } from './answer.js';

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** @param origin as `scheme://host[:port]` */
export function isLoopback(origin: string): boolean {
  return LOOPBACK.test(origin);
}

/** Decides which browser origins may read answers and call the tool endpoint: the configured ones and loopback. */
export class Origins {
  private readonly allowed: ReadonlySet<string>;

  /** @param allowed the allowed origins, each as `scheme://host[:port]` */
  constructor(allowed: readonly string[]) {
    this.allowed = new Set(allowed);
  }

  /** True when a page of this origin may call. A client that is not a browser sends no origin and may call, too. */
  mayCall(origin: string | undefined): boolean {
    return origin === undefined || this.allowed.has(origin) || isLoopback(origin);
  }

  tell(headers: Headers, origin: string | undefined): void {
    headers['vary'] = 'Origin';
    if (origin === undefined || !this.mayCall(origin)) return;
    headers['access-control-allow-origin'] = origin;
    headers['access-control-expose-headers'] =
      'ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
  }

  /** Sets the headers of an answer to OPTIONS. */
  tellPreflight(headers: Headers, origin: string | undefined, allow: string): void {
    this.tell(headers, origin);
    if (headers['access-control-allow-origin'] === undefined) return;
    headers['access-control-allow-methods'] = allow;
    headers['access-control-allow-headers'] =
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, ' +
      'Traceparent, Tracestate, X-Request-Id';
    headers['access-control-max-age'] = '600';
  }
}
