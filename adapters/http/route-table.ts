import { toId } from '../../domain/shared/id.js';
import type { RequestContext } from './request-context.js';

export type Params = Readonly<Record<string, string>>;

/** One method of one path, and its handler. */
export interface Route {
  readonly method: string;
  /** parameters as `:id` */
  readonly path: string;
  /** for the log and the metrics */
  readonly name: string;
  readonly changes: boolean;
  serve(context: RequestContext, params: Params): Promise<void> | void;
}

/** A path that exists, with all its methods. */
export interface Place {
  /** parameters as `:id` */
  readonly path: string;
  readonly routes: ReadonlyMap<string, Route>;
  /** the value of the Allow header */
  readonly allow: string;
}

export interface Match {
  readonly place: Place;
  readonly params: Params;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | null;
  place: Place | null;
}

const NO_PARAMS: Params = {};

/**
 * All routes. A path without parameters is found by one look-up, any other path by one look-up for each segment. A literal
 * segment takes precedence over a parameter. The value of `Allow` is computed from the routes of a path.
 */
export class RouteTable {
  private readonly root = emptyNode();
  private readonly fixed = new Map<string, Match>();

  constructor(readonly routes: readonly Route[]) {
    for (const route of routes) {
      const node = this.nodeAt(route.path);
      if (node.place?.routes.has(route.method)) throw new Error(`two operations answer ${route.method} ${route.path}`);
      const there = new Map([...(node.place?.routes ?? []), [route.method, route]]);
      node.place = { path: route.path, routes: there, allow: allowOf([...there.keys()]) };
      if (!route.path.includes(':')) this.fixed.set(route.path, { place: node.place, params: NO_PARAMS });
    }
  }

  /** @param path not decoded. A trailing slash or a different letter case makes it another path. */
  match(path: string): Match | null {
    return this.fixed.get(path) ?? this.walk(path);
  }

  private walk(path: string): Match | null {
    let node = this.root;
    let params: Record<string, string> | null = null;
    for (const segment of path.slice(1).split('/')) {
      const literal = node.literals.get(segment);
      if (literal) {
        node = literal;
      } else if (node.parameter && segment !== '') {
        params ??= {};
        params[node.parameter.name] = decoded(segment);
        node = node.parameter.node;
      } else {
        return null;
      }
    }
    return node.place && { place: node.place, params: params ?? NO_PARAMS };
  }

  private nodeAt(path: string): Node {
    let node = this.root;
    for (const segment of path.slice(1).split('/')) {
      if (segment.startsWith(':')) {
        node.parameter ??= { name: segment.slice(1), node: emptyNode() };
        node = node.parameter.node;
      } else {
        const next: Node = node.literals.get(segment) ?? emptyNode();
        node.literals.set(segment, next);
        node = next;
      }
    }
    return node;
  }
}

/**
 * The path in a form that may be logged. It shows only valid ids, because a client may send anything in place of an id, for
 * example a key or an address.
 */
export function shownPath({ place, params }: Match): string {
  if (params === NO_PARAMS) return place.path;
  return place.path.replace(/:(\w+)/g, (parameter, name: string) => toId(params[name] ?? '') ?? parameter);
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: null, place: null };
}

function allowOf(methods: readonly string[]): string {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** Decodes a segment of a path. A segment with an invalid encoding is kept as it is, and matches no id. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
