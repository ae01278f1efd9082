import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange, Observer } from './access-log.js';
import { setHeaders, type Headers } from './answer.js';
import type { ClientConnections } from './connections.js';
import type { Handler, Request, Response } from './locals.js';
import { shownPath } from './routing.js';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** The headers that every answer has. `helmet` is used for pages only. */
export function ownHeaders(requestId: string): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
}

/** Begins each request: its id, the headers of its answer, and its line in the log. */
export function beginExchange(connections: ClientConnections, observe: Observer): Handler {
  return (request, response, next) => {
    if (!connections.begin(response)) return; // nobody would get the answer
    const arrived = performance.now();
    const requestId = requestIdOf(request.headers);
    let isAnswered = false;
    const answered = (): void => {
      if (isAnswered) return;
      isAnswered = true;
      response.locals.work?.end();
      observe(exchangeOf(request, response));
    };
    response.locals = { requestId, arrived, connections, answered };
    setHeaders(response, ownHeaders(requestId));
    response.once('finish', answered); // for an answer that a middleware sends in its own way
    next();
  };
}

function exchangeOf({ method }: Request, { locals, statusCode }: Response): Exchange {
  const { requestId, arrived, place, params = {}, route, tool, caller, refusal } = locals;
  const { name = 'none', changes = false } = tool ?? route ?? {};
  return {
    requestId,
    method,
    operation: name,
    changes,
    path: () => (place ? shownPath(place, params) : null),
    route: place?.path ?? null,
    status: statusCode,
    code: refusal?.code ?? null,
    caller: caller ?? null,
    took: performance.now() - arrived,
    failed: refusal?.failed ?? false,
    cause: refusal?.cause ?? null,
    reason: refusal?.reason ?? null,
    repeated: refusal?.repeated ?? false,
  };
}
