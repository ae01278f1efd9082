import { areaOf } from '../../../application/kernel/area.js';
import type { Operation } from '../../../application/kernel/operation/operation.js';
import { endpointsOf } from '../endpoint.js';

/** Matches words that can be the name of a tool, but not the sentence in which an endpoint names its own tool. */
const TOOL = /(?<!the tool `?)`?\b[a-z_]+\.[a-z_]+\b`?/g;

/** Puts endpoints in the place of tools: descriptions of operations and fields name tools, which readers of the document may not have. */
export class EndpointNames {
  private readonly names: ReadonlyMap<string, string>;

  constructor(operations: readonly Operation[]) {
    const endpoints = endpointsOf(operations).map(({ method, path }) => `${method} ${templateOf(path)}`);
    this.names = new Map(
      operations.flatMap((operation) => (operation.capability ? [[operation.name, endpointFor(operation, endpoints)]] : [])),
    );
  }

  /** The part of a document with such names in all its descriptions. */
  in<Part>(part: Part): Part {
    return respelled(part, (text) => text.replace(TOOL, (found) => this.nameFor(found)));
  }

  private nameFor(found: string): string {
    const name = this.names.get(found.replaceAll('`', ''));
    return name === undefined ? found : `\`${name}\``;
  }
}

/** A path as the document writes it: `/leads/{id}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** The endpoint that answers what a tool does: on REST if it is there, also as a twin, because any live key may read there. */
function endpointFor({ name, route }: Operation, endpoints: readonly string[]): string {
  if (route) return `${route.method} ${templateOf(route.path)}`;
  const resource = `GET /${areaOf(name).replaceAll('_', '-')}`;
  const twin = { list: resource, get: `${resource}/{id}` }[name.slice(name.indexOf('.') + 1)];
  return twin !== undefined && endpoints.includes(twin) ? twin : `POST /${name.replace('.', '/')}`;
}

function respelled<Part>(part: Part, respell: (text: string) => string): Part {
  if (typeof part !== 'object' || part === null) return part;
  const own = (name: string, value: unknown): unknown =>
    name === 'description' && typeof value === 'string' ? respell(value) : respelled(value, respell);
  const entries = Object.entries(part).map(([name, value]) => [name, own(name, value)] as const);
  // The cast is safe: only texts have changed.
  return (Array.isArray(part) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as Part;
}
