import type { OperationHandler } from './operation-handler.js';
import type { RouteTable } from './route-table.js';
import type { Serving } from './serving.js';

export type Handler = (serving: Serving) => Promise<void> | void;

/** A path that is no operation's: the document, the tool endpoint, health. */
export interface FixedPath {
  readonly name: string;
  readonly handlers: ReadonlyMap<string, Handler>;
}

export interface SiteMatch {
  readonly handlers: Pick<ReadonlyMap<string, Handler>, 'get'>;
  /** for the header of that name */
  readonly allow: string;
  nameOf(method: string): string;
}

/** Everything that answers, by path: the registry's routes below the base, and the few fixed paths. */
export class Site {
  constructor(
    private readonly base: string,
    private readonly routes: RouteTable,
    private readonly operations: OperationHandler,
    private readonly fixed: ReadonlyMap<string, FixedPath>,
  ) {}

  match(path: string): SiteMatch | null {
    const fixed = this.fixed.get(path);
    if (fixed) return { handlers: fixed.handlers, allow: allowOf(fixed.handlers.keys()), nameOf: () => fixed.name };
    if (!path.startsWith(`${this.base}/`)) return null;
    const match = this.routes.match(path.slice(this.base.length));
    if (!match) return null;
    const { endpoints, params } = match;
    return {
      handlers: {
        get: (method) => {
          const endpoint = endpoints.get(method);
          return endpoint && ((serving) => this.operations.serve(serving, endpoint, params));
        },
      },
      get allow() {
        return allowOf(endpoints.keys());
      },
      nameOf: (method) => endpoints.get(method === 'HEAD' ? 'GET' : method)?.operation.name ?? 'none',
    };
  }
}

function allowOf(methods: Iterable<string>): string {
  const own = [...methods];
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
