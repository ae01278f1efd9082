import type { Operation, Route } from '../../application/operation/operation.js';
import type { Surface } from '../../application/operation/gates.js';

/** One method of one path, with what the registry says of it. */
export interface Endpoint {
  readonly operation: Operation;
  readonly surface: Exclude<Surface, 'tool'>;
  readonly method: Route['method'];
  /** below the base, parameters as `:id` */
  readonly path: string;
  readonly status: number;
  readonly location: string | null;
}

export interface Match {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | null;
  readonly endpoints: Map<string, Endpoint>;
}

/** What the registry is at HTTP: REST routes, and a POST for every capability operation. */
export function endpointsOf(operations: readonly Operation[]): Endpoint[] {
  return operations.flatMap((operation) => {
    const { route, capability, name } = operation;
    const rest: Endpoint[] = route ? [{ operation, surface: 'rest', ...route }] : [];
    if (!capability) return rest;
    const { status = 200 } = capability;
    const path = `/${name.replace('.', '/')}`;
    const location = route?.location ?? null;
    return [...rest, { operation, surface: 'capability', method: 'POST', path, status, location }];
  });
}

/** One look-up per segment; a literal segment wins over a parameter, and `Allow` falls out. */
export class RouteTable {
  private readonly root = emptyNode();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const node = this.nodeAt(endpoint.path);
      if (node.endpoints.has(endpoint.method)) throw new Error(`two operations at ${endpoint.method} ${endpoint.path}`);
      node.endpoints.set(endpoint.method, endpoint);
    }
  }

  /** @param path below the base, undecoded: a trailing slash or another case of a letter is another path */
  match(path: string): Match | null {
    let node = this.root;
    const params: Record<string, string> = {};
    for (const segment of path.slice(1).split('/')) {
      const literal = node.literals.get(segment);
      if (literal) {
        node = literal;
      } else if (node.parameter && segment !== '') {
        params[node.parameter.name] = decoded(segment);
        node = node.parameter.node;
      } else {
        return null;
      }
    }
    return node.endpoints.size > 0 ? { endpoints: node.endpoints, params } : null;
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

function emptyNode(): Node {
  return { literals: new Map(), parameter: null, endpoints: new Map() };
}

/** A segment that is badly encoded is no id, and so nobody's. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
