import { isDeepStrictEqual } from 'node:util';
import { HEADERS, onTheWire, type HeaderName } from './headers.js';

export type Part = Readonly<Record<string, unknown>>;
/** An interface would be no `Part`: it could be given more properties elsewhere. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type Ref = { readonly $ref: string };
type Kind = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers';

/** What the document says once and refers to: only what is referred to is in it. */
export class Components {
  private readonly kept = new Map<Kind, Map<string, Part>>();

  /** @throws when two different things want one name */
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
