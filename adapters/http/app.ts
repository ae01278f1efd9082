import express, { type Express, type Request, type Response } from 'express';
import { InvalidRequest, ShopError } from '../../domain/shared/errors.js';
import type { Exchange, Observer } from './access-log.js';
import { jsonHeaders, requestIdOf, send, sendNothing } from './answer.js';
import { withoutPort } from './client-address.js';
import type { Connections } from './connections.js';
import { Deadlines, dueAt, NOWHERE } from './deadlines.js';
import { MethodNotAllowed, UnknownPath } from './http-errors.js';
import type { Origins } from './origins.js';
import { leavesMuchUnread } from './read-body.js';
import { noteRefusal, refusalOf, tellRefusal } from './refusal.js';
import type { RequestContext } from './request-context.js';
import type { Workload } from './workload.js';
import { targetOf } from './target.js';
import { shownPath, type Match, type Route, type RouteTable } from './route-table.js';

export interface AppOptions {
  readonly routes: RouteTable;
  readonly connections: Connections;
  readonly workload: Workload;
  readonly origins: Origins;
  /** the path of the API: `/api/v1` */
  readonly base: string;
  /** subnets of the proxies in front of the service, whose X-Forwarded-For is trusted */
  readonly trustedProxies: readonly string[];
  /** called with each error that is not a documented refusal */
  readonly onFault: (error: unknown, requestId: string) => void;
  readonly observe: Observer;
}

/**
 * Creates an app with one handler for all routes, in the place of Express' own router. That router would try one route after the
 * other, and makes a dozen objects and functions for each request. `npm run bench` (GET /me) shows the gain.
 */
export function createApp(options: AppOptions): Express {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .set('trust proxy', [...options.trustedProxies]);
  trustWithPorts(app);
  const deadlines = new Deadlines<RequestContext>((context, error) => {
    refuse(options, context, error);
  });
  const handle = (request: Request, response: Response): void => {
    const context = contextOf(options, request, response);
    if (!context) return;
    answer(options, deadlines, context).catch((error: unknown) => {
      // The refusal itself has failed, so nothing can be said to the client.
      options.onFault(error, context.requestId);
      response.destroy();
    });
  };
  return Object.assign(app, { handle });
}

/** Trusts a proxy also when its address is written with a port. */
function trustWithPorts(app: Express): void {
  // Express compiles this function from the subnets.
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  app.set('trust proxy', (address: string, hop: number) => trusts(withoutPort(address), hop));
}

function pathOf(request: Request): string {
  const target = targetOf(request);
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

async function answer(options: AppOptions, deadlines: Deadlines<RequestContext>, context: RequestContext): Promise<void> {
  const match = options.routes.match(pathOf(context.request));
  deadlines.add(context);
  try {
    await dispatch(options, context, match);
  } catch (error) {
    refuse(options, context, error);
  }
  deadlines.delete(context);
  const now = performance.now();
  options.workload.end(context, now);
  options.observe(exchange(context, match, (context.lateAt ?? now) - context.arrived));
}

/**
 * Collects what is known about a request when it arrives. Null: an earlier answer has ended the connection, so the client would
 * never get an answer to this request.
 */
function contextOf({ connections, workload }: AppOptions, request: Request, response: Response): RequestContext | null {
  const connection = connections.begin(response);
  if (!connection) return null;
  const arrived = performance.now();
  const requestId = requestIdOf(request.headers);
  return {
    request,
    response,
    requestId,
    arrived,
    due: dueAt(arrived),
    isChanging: false,
    lateAt: null,
    place: NOWHERE,
    headers: jsonHeaders(requestId),
    connection,
    connections,
    workload,
    counted: false,
    party: '',
    patient: false,
    caller: null,
    cut: null,
    code: null,
    failed: false,
    reason: null,
    repeated: false,
    tool: null,
    bodyOf: null,
  };
}

function dispatch({ origins }: AppOptions, context: RequestContext, match: Match | null): Promise<void> | void {
  const { request, headers } = context;
  const { method } = request;
  const { origin, host } = request.headers;
  // RFC 9112 §3.2. Node could refuse this itself, but its answer would not have the error envelope.
  if (host === undefined && request.httpVersion === '1.1') throw new InvalidRequest('an HTTP/1.1 request needs a Host header');
  // RFC 9112 §6.1. A proxy that ignores this header in HTTP/1.0 would take the body for the next request.
  if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined) {
    headers['connection'] = 'close';
    throw new InvalidRequest('an HTTP/1.0 request has no Transfer-Encoding');
  }
  if (origin !== undefined) origins.tell(headers, origin);
  if (!match) throw new UnknownPath();
  if (method === 'OPTIONS') {
    const { allow } = match.place;
    headers['allow'] = allow;
    origins.tellPreflight(headers, origin, allow);
    sendNothing(context, 204);
    return;
  }
  const route = routeOf(match, method);
  if (!route) throw new MethodNotAllowed(match.place.allow);
  return route.serve(context, match.params);
}

/** Returns the route of the method. HEAD has the route of GET, and its answer is sent without the body. */
function routeOf({ place }: Match, method: string): Route | undefined {
  return place.routes.get(method === 'HEAD' ? 'GET' : method);
}

function refuse({ onFault, base }: AppOptions, context: RequestContext, error: unknown): void {
  const { response, headers, requestId } = context;
  if (!(error instanceof ShopError)) onFault(error, requestId);
  if (context.lateAt !== null && response.headersSent) return; // the client has its answer
  noteRefusal(context, error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal = refusalOf(error);
  tellRefusal(headers, error, base);
  if (leavesMuchUnread(context.request)) headers['connection'] = 'close';
  send(context, refusal.status, context.bodyOf?.(refusal) ?? refusal.body);
}

function exchange(context: RequestContext, match: Match | null, took: number): Exchange {
  const { request, response, requestId, caller, code, failed, reason, repeated, tool } = context;
  const route = tool ?? (match && routeOf(match, request.method));
  const { name = 'none', changes = false } = route ?? {};
  return {
    requestId,
    method: request.method,
    operation: name,
    changes,
    path: () => match && shownPath(match),
    route: match?.place.path ?? null,
    status: response.statusCode,
    code,
    caller,
    took,
    failed,
    reason,
    repeated,
  };
}
