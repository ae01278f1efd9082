import express, { type Router } from 'express';
import { toId } from '../../domain/shared/id.js';
import { sendNothing } from './answer.js';
import { MethodNotAllowed } from './gates.js';
import type { Handler, Params } from './locals.js';
import type { Origins } from './origins.js';

/** One method of one path, and its handler. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** the whole path, with parameters as `:id` */
  readonly path: string;
  /** for the log and the metrics */
  readonly name: string;
  readonly changes: boolean;
  readonly serve: Handler;
}

/** A path that exists, with all its methods. */
export interface RoutePattern {
  readonly path: string;
  readonly routes: readonly HttpRoute[];
  /** the value of the Allow header */
  readonly allow: string;
}

/** A path of its own makes each of these another path: a trailing slash, and a different letter case. */
const STRICT = { caseSensitive: true, strict: true };

/** The routes whose paths begin with `path`, and the router that serves them. */
export interface Mounted {
  readonly path: string;
  readonly router: Router;
}

/** Returns a router for each first segment below `base`, in the order of the routes. So Express looks at few routes for a request. */
export function routersOf(base: string, routes: readonly HttpRoute[], origins: Origins, before: readonly Handler[]): Mounted[] {
  const segments = new Set(routes.map(({ path }) => path.slice(base.length).split('/', 2)[1] ?? ''));
  return [...segments].map((segment) => {
    const path = `${base}/${segment}`;
    const own = routes.filter((route) => route.path === path || route.path.startsWith(`${path}/`));
    return { path, router: routerOf(path, own, origins, before) };
  });
}

/**
 * Returns a router for these routes, which is mounted at `path`. It also answers OPTIONS, and the methods that a path does not
 * have, before any handler of `before` runs.
 */
export function routerOf(path: string, routes: readonly HttpRoute[], origins: Origins, before: readonly Handler[] = []): Router {
  const router = express.Router(STRICT);
  for (const place of placesOf(routes)) {
    const route = router.route(place.path.slice(path.length) || '/').all(found(place));
    for (const one of place.routes) route[METHOD[one.method]](routed(one), ...before, one.serve);
    route.options(preflight(place, origins)).all(refuseMethod(place));
  }
  return router;
}

const METHOD = { GET: 'get', POST: 'post', PATCH: 'patch', PUT: 'put', DELETE: 'delete' } as const;

/** The paths of the routes. A path with a literal segment comes before one that has a parameter there, because it is the exact one. */
function placesOf(routes: readonly HttpRoute[]): RoutePattern[] {
  const paths = [...new Set(routes.map(({ path }) => path))].sort((one, other) =>
    orderOf(one).localeCompare(orderOf(other), 'en'),
  );
  return paths.map((path) => {
    const own = routes.filter((route) => route.path === path);
    const methods = own.map(({ method }) => method);
    if (new Set(methods).size < own.length) throw new Error(`two operations answer ${methods.join(' or ')} ${path}`);
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    return { path, routes: own, allow };
  });
}

/** A text that sorts parameters behind literal segments. */
function orderOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');
}

/** Express takes a router's path and the same path with a slash for one. Here they are two. */
function found(place: RoutePattern): Handler {
  const hasSlash = place.path.endsWith('/');
  return ({ originalUrl, params }, { locals }, next) => {
    if (hasSlash !== pathOf(originalUrl).endsWith('/')) {
      next('route');
      return;
    }
    locals.place = place;
    locals.params = params;
    next();
  };
}

function routed(route: HttpRoute): Handler {
  return (_request, { locals }, next) => {
    locals.route = route;
    next();
  };
}

function preflight({ allow }: RoutePattern, origins: Origins): Handler {
  return ({ headers: { origin } }, response) => {
    response.setHeader('allow', allow);
    origins.tellPreflight(response, origin, allow);
    sendNothing(response, 204);
  };
}

function refuseMethod({ allow }: RoutePattern): Handler {
  return () => {
    throw new MethodNotAllowed(allow);
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/**
 * The path in a form that may be logged. It shows only valid ids, because a client may send anything in place of an id, for
 * example a key or an address.
 */
export function shownPath({ path }: RoutePattern, params: Params): string {
  return path.replace(/:(\w+)/g, (parameter, name: string) => toId(params[name] ?? '') ?? parameter);
}
