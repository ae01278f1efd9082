import type { Fault } from '../../../domain/shared/errors.js';
import { fieldsOf, Invalid, InvalidParts, readFields, type FieldsClass, type ReadContext, type Values } from './field.js';
import { inputSchema, type JsonSchema } from './json-schema.js';

/** The largest number of faults that are named. The faults of a long list could fill the answer. */
const MOST_FAULTS = 10;
const MOST_UNKNOWN = 5;
const LONGEST_NAME = 80;

/** The schema of an object that has no properties beside the fields of a class. */
export function closedSchema(type: FieldsClass): JsonSchema {
  return { ...inputSchema(type), additionalProperties: false };
}

/**
 * Reads an object whose parts matter only together, such as a step of a rule. Unlike elsewhere, a property that the class does not
 * declare is refused on every surface: if a misspelt one were ignored, the object would mean something else, unnoticed.
 */
export function readClosed<Part extends object>(type: new () => Part, raw: unknown, context: ReadContext): Part | Invalid {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return new Invalid('must be an object');
  const given = raw as Values; // safe: an object from JSON
  const { input, faults } = readFields(type, given, context);
  const [first, ...others] = [...unknownIn(type, given), ...dotted(faults)];
  return first ? new InvalidParts([first, ...others]) : input;
}

/** Reads a list by a function that reads an entry. The path of a fault counts entries from 0, as programs do: `[1].body`. */
export function readEach<Entry>(
  raw: readonly unknown[],
  read: (entry: unknown) => Entry | Invalid,
): readonly Entry[] | InvalidParts {
  const entries: Entry[] = [];
  const faults: Fault[] = [];
  for (const [index, one] of raw.entries()) {
    const entry = read(one);
    if (entry instanceof Invalid) faults.push(...partsOf(entry).map((part) => ({ ...part, field: `[${index}]${part.field}` })));
    else entries.push(entry);
  }
  const [first, ...others] = faults;
  return first ? new InvalidParts([first, ...others.slice(0, MOST_FAULTS - 1)]) : entries;
}

function partsOf(invalid: Invalid): readonly Fault[] {
  return invalid instanceof InvalidParts ? invalid.parts : [{ field: '', problem: invalid.problem }];
}

function dotted(faults: readonly Fault[]): readonly Fault[] {
  return faults.map(({ field, problem }) => ({ field: `.${field}`, problem }));
}

function unknownIn(type: FieldsClass, given: Values): readonly Fault[] {
  const known = fieldsOf(type).map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, MOST_UNKNOWN).map((name) => name.slice(0, LONGEST_NAME));
  return [{ field: '', problem: `must not have ${names.join(', ')}: it takes only ${known.join(', ')}` }];
}
