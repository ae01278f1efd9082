import express, { type Express, type RequestHandler } from 'express';
import { InvalidRequest, ShopError } from '../../domain/shared/errors.js';
import type { Observer } from './access-log.js';
import { send } from './answer.js';
import { beginExchange } from './begin-exchange.js';
import { withoutPort } from './client-address.js';
import type { ClientConnections } from './connections.js';
import { UnknownPath } from './gates.js';
import type { ErrorHandler, Handler } from './locals.js';
import type { Origins } from './origins.js';
import { pageHeaders } from './page.js';
import { hasUnreadBody } from './read-body.js';
import { noted, refusalOf, setRefusalHeaders, type RefusalAddresses } from './refusal.js';
import { routerOf, routersOf, type HttpRoute } from './routing.js';

export interface AppOptions extends RefusalAddresses {
  readonly routes: {
    /** below `base`, with a key; the busiest first */
    readonly operations: readonly HttpRoute[];
    readonly tools: HttpRoute;
    /** without a key */
    readonly pages: readonly HttpRoute[];
    readonly others: readonly HttpRoute[];
  };
  /** run for each request of an operation, before any other step */
  readonly admit: Handler;
  readonly authenticate: Handler;
  /** a tool's own refusals have another form, so this runs before `admit` */
  readonly beginTool: Handler;
  /** run for each request, in this order */
  readonly middleware: readonly RequestHandler[];
  readonly connections: ClientConnections;
  readonly origins: Origins;
  /** subnets of the proxies in front of the service, whose X-Forwarded-For is trusted */
  readonly trustedProxies: readonly string[];
  /** called with each error that is not a documented refusal */
  readonly onFault: (error: unknown, requestId: string) => void;
  readonly observe: Observer;
}

/** Creates the app. A request passes the lines of this function from top to bottom. */
export function createApp(options: AppOptions): Express {
  const { base, routes, origins, admit, authenticate, beginTool } = options;
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .set('trust proxy', [...options.trustedProxies]);
  trustWithPorts(app);

  app.use(beginExchange(options.connections, options.observe)); // X-Request-Id, headers of each answer, log and metrics
  for (const middleware of options.middleware) app.use(middleware);
  app.use(requireFraming);
  app.use(origins.tell); // CORS

  for (const { path, router } of routersOf(base, routes.operations, origins, [admit, authenticate])) app.use(path, router);
  app.use(routes.tools.path, routerOf(routes.tools.path, [routes.tools], origins, [beginTool, admit, authenticate]));
  app.use(routerOf('', routes.pages, origins, [pageHeaders]));
  app.use(routerOf('', routes.others, origins));

  app.use(notFound);
  app.use(refuse(options));
  return app;
}

/** Trusts a proxy also when its address is written with a port. */
function trustWithPorts(app: Express): void {
  // Express compiles this function from the subnets.
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  app.set('trust proxy', (address: string, hop: number) => trusts(withoutPort(address), hop));
}

/** Refuses requests whose end or whose host is not certain. */
const requireFraming: Handler = ({ headers, httpVersion }, response, next) => {
  // RFC 9112 §3.2. Node could refuse this itself, but its answer would not have the error envelope.
  if (headers.host === undefined && httpVersion === '1.1') throw new InvalidRequest('an HTTP/1.1 request needs a Host header');
  // RFC 9112 §6.1. A proxy that ignores this header in HTTP/1.0 would take the body for the next request.
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) {
    response.setHeader('connection', 'close');
    throw new InvalidRequest('an HTTP/1.0 request has no Transfer-Encoding');
  }
  // Node's parser reads nothing that follows a request with this header, so a further request would never be answered.
  if (headers.upgrade !== undefined) response.setHeader('connection', 'close');
  next();
};

const notFound: Handler = () => {
  throw new UnknownPath();
};

/** Answers each error. Express knows an error handler by its four parameters. */
function refuse({ onFault, ...addresses }: RefusalAddresses & Pick<AppOptions, 'onFault'>): ErrorHandler {
  return (error, request, response, _next) => {
    const { locals } = response;
    if (!(error instanceof ShopError)) onFault(error, locals.requestId);
    if (response.headersSent) {
      // A request whose time was over has its answer. Any other answer has begun and cannot be completed.
      if (!locals.work?.isLate) response.destroy();
      return;
    }
    locals.refusal = noted(error);
    const refusal = refusalOf(error);
    setRefusalHeaders(response, error, addresses);
    if (hasUnreadBody(request)) response.setHeader('connection', 'close');
    send(response, refusal.status, locals.bodyOf?.(refusal) ?? refusal.body);
  };
}
