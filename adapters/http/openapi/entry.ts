import { isDeepStrictEqual } from 'node:util';
import { isTool, WRONG_ID } from '../../../application/kernel/operation/operation.js';
import type { OperationEndpoint } from '../endpoint.js';
import { HEADERS, onTheWire, parametersOf, type HeaderName } from './parameters.js';
import { codesOf, refusals } from './refusals.js';
import { requestBodyOf } from './request-body.js';
import { successes } from './success.js';

/** The document's entry for one method of one path. */
export function entryOf(components: Components, endpoint: OperationEndpoint, tag: string): Part {
  const { operation, surface, operationId } = endpoint;
  const parameters = parametersOf(components, endpoint);
  const requestBody = requestBodyOf(components, endpoint);
  return {
    operationId,
    tags: [tag],
    summary: surface === 'rest' ? operation.summary : `${operation.summary} (capability)`,
    description: `${saidOf(endpoint)}\n\n${needs(endpoint)}`,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successes(components, endpoint), ...refusals(components, codesOf(endpoint)) },
  };
}

/** The description of the operation, as it is true at the endpoint. */
function saidOf({ operation: { description }, method }: OperationEndpoint): string {
  return method === 'GET' ? description.replace(WRONG_ID, 'An id that is unknown or not a UUID matches nothing.') : description;
}

/** The key, permission and budget that a caller needs. */
function needs({ operation, surface }: OperationEndpoint): string {
  const { scope, capability, name } = operation;
  const key = scope === 'full' ? 'Needs a key with scope `full`.' : 'Any live key may call it.';
  if (surface === 'rest' || !capability) return key;
  const { permission, budget } = capability;
  return (
    `Needs the section \`${permission}\` at level \`act\`${scope === 'full' ? ' and a key with scope `full`' : ''}. ` +
    `Counts against the key’s ${budget} budget.${isTool(operation) ? ` Also available as the tool \`${name}\` at \`/api/mcp\`.` : ''}`
  );
}

export type Part = Readonly<Record<string, unknown>>;
/** A type and not an interface: an interface is not assignable to `Part`, because other code could add properties to it. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
export type Ref = { readonly $ref: string };
type Kind = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers';

/** The parts of the document that are written once and referred to. A part that nothing refers to is not included. */
export class Components {
  private readonly kept = new Map<Kind, Map<string, Part>>();

  /**
   * Adds the part, unless it was added before, and returns a reference to it.
   * @throws Error when two different parts have the same name
   */
  refer(kind: Kind, name: string, part: Part): Ref {
    const named = this.kept.get(kind) ?? new Map<string, Part>();
    this.kept.set(kind, named);
    const before = named.get(name);
    if (before !== undefined && !isDeepStrictEqual(before, part)) throw new Error(`two different ${kind} are called ${name}`);
    named.set(name, part);
    return { $ref: `#/components/${kind}/${name}` };
  }

  headers(names: readonly HeaderName[]): Record<string, Ref> {
    return Object.fromEntries(names.map((name) => [onTheWire(name), this.refer('headers', name, HEADERS[name])]));
  }

  toObject(): Part {
    return Object.fromEntries([...this.kept].map(([kind, named]) => [kind, Object.fromEntries(named)]));
  }
}
