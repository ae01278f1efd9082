import type { Express, Request, Response } from 'express';
import type { Span, Traces } from '../../application/ports/traces.js';
import type { Exchange, Observer } from './access-log.js';
import { targetOf } from './target.js';

/** Load balancers ask for these all the time, so they make no spans. */
const PROBES: readonly string[] = ['/healthz', '/readyz'];

/** HTTP's own methods. Any other one may be a text that a client has made up. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'];

/** Makes the app handle each request in a span, which goes on with the trace of the client. `endTracedRequest` ends the span. */
export function traceRequests(app: Express, traces: Traces): void {
  // The cast adds the method that Express calls for each request. Its types leave it out.
  const handled = app as unknown as { handle: (request: Request, response: Response) => void };
  const { handle } = handled;
  handled.handle = (request, response) => {
    if (PROBES.includes(targetOf(request))) {
      handle(request, response);
      return;
    }
    const span = traces.begin({ name: 'HTTP', kind: 'server', parent: parentIn(request) });
    traces.within(span, () => {
      handle(request, response);
    });
  };
}

/** Returns an observer that tells the span of a request what the log is told, and ends it. */
export function endTracedRequest(traces: Traces): Observer {
  return (exchange) => {
    const span = traces.open();
    if (!span) return; // no request was read
    describe(span, exchange);
    span.end();
  };
}

/** A header that was sent twice is one text with a comma, which is not valid. */
function parentIn({ headers: { traceparent, tracestate } }: Request): Record<'traceparent' | 'tracestate', string | undefined> {
  return { traceparent: oneOf(traceparent), tracestate: oneOf(tracestate) };
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

function describe(span: Span, exchange: Exchange): void {
  const { requestId, method, operation, route, status, code, caller, failed } = exchange;
  const known = method !== null && METHODS.includes(method) ? method : null;
  const path = exchange.path();
  span.rename([known ?? 'HTTP', ...(route === null ? [] : [route])].join(' '));
  span.add({
    'http.request.method': known ?? '_OTHER',
    'http.response.status_code': status,
    ...(route !== null && { 'http.route': route }),
    ...(path !== null && { 'url.path': path }),
    'shop_operations.operation': operation,
    'shop_operations.request': requestId,
    ...(caller && { 'shop_operations.shop': caller.shop.id, 'shop_operations.key': caller.key.id }),
  });
  if (code !== null || status >= 500) span.fail(code ?? String(status), failed || status >= 500);
}
