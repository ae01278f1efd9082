import type { EventType } from '../../application/events/event-types.js';
import type { JsonSchema } from '../../application/fields/json-schema.js';

/**
 * For each kind of event, the type of each property of a delivery: `data.status` is `string`, `data.media[].url` too. The
 * properties of `data.previous` are those of `data`, so only `data.previous` itself is named.
 */
export type EventContract = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The contract that the kinds fulfil now. */
export function contractOf(types: readonly Pick<EventType, 'type' | 'schema'>[]): EventContract {
  return Object.fromEntries(types.map(({ type, schema }) => [type, Object.fromEntries(propertiesOf(schema, ''))]));
}

/** The kinds and properties that are gone, or whose type has changed. Receivers may depend on them. */
export function lostFrom(contract: EventContract, now: EventContract): string[] {
  return Object.entries(contract).flatMap(([kind, properties]) => {
    const present = now[kind];
    if (!present) return [kind];
    return Object.entries(properties).flatMap(([path, type]) => {
      if (present[path] === type) return [];
      return [`${kind} ${path}: ${type}${present[path] === undefined ? '' : ` became ${present[path]}`}`];
    });
  });
}

/** The contract with the kinds and properties that are new. It never loses one. */
export function extended(contract: EventContract, now: EventContract): EventContract {
  const kinds = [...new Set([...Object.keys(contract), ...Object.keys(now)])];
  return Object.fromEntries(kinds.map((kind) => [kind, { ...now[kind], ...contract[kind] }]));
}

function propertiesOf(schema: JsonSchema, at: string): (readonly [path: string, type: string])[] {
  const own = at === '' ? [] : [[at, typeOf(schema)] as const];
  if (at === 'data.previous') return own;
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    propertiesOf(part, at === '' ? name : `${at}.${name}`),
  );
  return [...own, ...inside, ...(schema.items ? propertiesOf(schema.items, `${at}[]`) : [])];
}

function typeOf({ type, anyOf = [] }: JsonSchema): string {
  return type === undefined ? anyOf.map(typeOf).join(' or ') : [type].flat().join(' or ');
}
