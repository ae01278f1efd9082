import { isDeepStrictEqual } from 'node:util';
import { HEADERS, onTheWire, type HeaderName } from './headers.js';

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
