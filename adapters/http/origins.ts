import type { Handler, Response } from './locals.js';

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

const EXPOSED =
  'ETag, Export-Token, Feed-Position, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, ' +
  'Should-Retry, X-Request-Id';
const ACCEPTED =
  'Authorization, Content-Type, Export-Token, Idempotency-Key, If-Match, If-None-Match, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Prefer, ' +
  'Traceparent, Tracestate, X-Request-Id';

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

  /** Tells browsers who may read the answer. */
  readonly tell: Handler = ({ headers: { origin } }, response, next) => {
    if (origin !== undefined) {
      response.setHeader('vary', 'Origin');
      if (this.mayCall(origin)) {
        response.setHeader('access-control-allow-origin', origin);
        response.setHeader('access-control-expose-headers', EXPOSED);
      }
    }
    next();
  };

  /** Sets the headers of an answer to OPTIONS. */
  tellPreflight(response: Response, origin: string | undefined, allow: string): void {
    response.setHeader('vary', 'Origin');
    if (origin === undefined || !this.mayCall(origin)) return;
    response.setHeader('access-control-allow-methods', allow);
    response.setHeader('access-control-allow-headers', ACCEPTED);
    response.setHeader('access-control-max-age', '600');
  }
}
