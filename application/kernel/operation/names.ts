import { ValidationError } from '../../../domain/shared/errors.js';
import { nearestTo } from '../../../domain/shared/nearest.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';
import { fieldsOf, type Field, type Values } from '../fields/field.js';
import type { Operation } from './operation.js';
import type { Surface } from './steps.js';

/**
 * Names that different operations have for the same thing. Where an operation has one of them, another one of its row is a mistake
 * that must not pass: without it a list would be the whole list, and a task would be nobody's.
 */
export const SYNONYMS: readonly (readonly string[])[] = [
  ['conversation', 'conversation_id', 'link_conversation'],
  ['customer', 'customer_id'],
  ['staff_id', 'user_id', 'assigned_to', 'assignee_id'],
  ['service_id', 'service_ids'],
  ['status', 'stage'],
  ['since', 'created_since', 'from'],
  ['until', 'created_until', 'to'],
  ['cursor', 'offset', 'after', 'next_cursor', 'next_offset', 'next_after'],
  ['q', 'name'],
  ['type', 'events'],
  ['kind', 'media'],
  ['note', 'notes'],
  ['tag', 'tags'],
  ['vip', 'is_vip'],
  ['price', 'base_price'],
  ['active', 'active_only'],
  ['bookable', 'bookable_only'],
  ['addon', 'addons_only'],
  ['unanswered', 'unanswered_only'],
];

/** The most letters of an unknown name that are compared and shown. */
const LONGEST_NAME = 80;

/**
 * Looks at the names of what a call gives. A name that other operations have for something that this one has under another name is
 * refused, and so is one that this operation has on REST alone, or that only the operation beside it has. Any other unknown name is
 * ignored, because a client may be newer than the service.
 * @param strict true: every unknown name is refused
 * @throws ValidationError with the right name
 */
export function requireNames(operation: Named, place: NamedPlace, given: Values, strict: boolean): void {
  const { known, meant, elsewhere } = namesOf(operation, place);
  for (const name in given) {
    if (known.has(name)) continue;
    const right = meant.get(name);
    if (right !== undefined) throw new ValidationError(name, `is not a field here; did you mean ${right}?`);
    const where = elsewhere.get(name);
    if (where !== undefined) throw new ValidationError(name, `is not a field here; only ${where} has it`);
    if (strict) throw new ValidationError(shownName(name), `is not known${hint(name, known)}`);
  }
  if (strict) for (const field of fieldsOf(operation.input)) requireEntries(field, given[field.name]);
}

function requireEntries(field: Field, given: unknown): void {
  const [name] = unknownInEntries(field, given);
  if (name === undefined) return;
  const known = Object.keys(field.schema.items?.properties ?? {});
  throw new ValidationError(field.name, `${shownName(name)} is not known in its entries${hint(name, known)}`);
}

/** The names in the entries of a list that no entry has. */
export function unknownInEntries({ schema, entry }: Field, given: unknown): readonly string[] {
  // A list without an entry class refuses unknown properties itself, on every surface.
  const parts = entry && schema.items?.properties;
  if (!parts || !Array.isArray(given)) return [];
  return [...new Set((given as readonly unknown[]).flatMap((one) => namesBeside(parts, one)))];
}

function namesBeside(parts: object, entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return []; // the field refuses this value itself
  return Object.keys(entry).filter((part) => !Object.hasOwn(parts, part));
}

/** A caller's own name in the form in which an answer repeats it. */
export function shownName(given: string): string {
  return withoutUnprintable(given.slice(0, LONGEST_NAME));
}

function hint(given: string, known: Iterable<string>): string {
  const nearest = nearestTo(shownName(given), [...known])?.text;
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** The kinds of endpoints at which names are looked at. A tool refuses each name that it does not know. */
type NamedPlace = Exclude<Surface, 'tool'>;

interface Names {
  readonly known: ReadonlySet<string>;
  /** for a name that other operations have, the names that this one has for the same thing */
  readonly meant: ReadonlyMap<string, string>;
  /** for a name that only REST or the operation beside this one has, where that is */
  readonly elsewhere: ReadonlyMap<string, string>;
}

type Named = Pick<Operation, 'input' | 'beside'>;

const learned: Readonly<Record<NamedPlace, WeakMap<Named, Names>>> = { rest: new WeakMap(), capability: new WeakMap() };

function namesOf(operation: Named, place: NamedPlace): Names {
  const before = learned[place].get(operation);
  if (before) return before;
  const all = fieldsOf(operation.input);
  const here = all.filter((field) => place === 'rest' || field.place === 'input' || field.place === 'path');
  const known = new Set(here.map(({ name }) => name));
  const meant = SYNONYMS.flatMap((row) => {
    const right = row.filter((name) => known.has(name)).join(' or ');
    return right === '' ? [] : row.filter((name) => !known.has(name)).map((name) => [name, right] as const);
  });
  const elsewhere = [...besideOf(operation), ...all.map(({ name }) => [name, 'REST'] as const)].filter(
    ([name]) => !known.has(name),
  );
  const names = { known, meant: new Map(meant), elsewhere: new Map(elsewhere) };
  learned[place].set(operation, names);
  return names;
}

function besideOf({ beside }: Named): (readonly [name: string, where: string])[] {
  if (!beside?.route) return [];
  const where = `${beside.route.method} ${beside.route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
  return fieldsOf(beside.input)
    .filter(({ place }) => place !== 'path')
    .map(({ name }) => [name, where]);
}
