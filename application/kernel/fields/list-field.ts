import { ArrayMaxSize, ArrayMinSize, IsUUID, isUUID } from 'class-validator';
import { isFarTooLong } from '../../../domain/shared/text.js';
import { readId, sourceOf, UUID_SCHEMA, type Listed } from './field-ids.js';
import { Invalid, readFields, type Class, type ReadContext, type Values } from './field.js';
import { inputSchema, type JsonSchema } from './json-schema.js';
import { present, type Presence, type Reader } from './presence.js';
import { readText } from './read-text.js';

/** The largest number of problems that an error names for one list. The problems of a long list could fill the answer. */
const MOST_PROBLEMS = 10;

interface Lengths {
  readonly min?: number;
  readonly max: number;
}

/**
 * A list of ids. A repeated id is kept. The problem of a wrong list names its first entry that is not a UUID.
 */
export function IdList(
  options: Pick<Presence, 'optional' | 'description'> & Required<Lengths> & Pick<Listed, 'listedBy'>,
): PropertyDecorator {
  const { min, max, listedBy, ...presence } = options;
  const schema: JsonSchema = { type: 'array', minItems: min, maxItems: max, items: UUID_SCHEMA };
  const refused = (which: string): string => `must be a list of ${min} to ${max} UUIDs${which}${sourceOf(options, true)}`;
  // The cast is safe: the rules before this one let only a list through.
  const wrongIn = (ids: unknown): number => (ids as readonly unknown[]).findIndex((id) => !isUUID(id, 'loose'));
  const rules = [
    ArrayMinSize(min, { message: refused('') }),
    ArrayMaxSize(max, { message: refused('') }),
    IsUUID('loose', { each: true, message: ({ value }) => refused(`, and entry ${wrongIn(value) + 1} is none`) }),
  ];
  return present(schema, presence, (raw) => (Array.isArray(raw) ? raw.map(readId) : raw), { listedBy, rules });
}

/** A list of tags, trimmed and without exact repeats. Case and order are kept. In a CSV cell, `;` separates the tags. */
export function Tags(options: Presence & { maxItems: number; max: number }): PropertyDecorator {
  const { maxItems, max } = options;
  const schema: JsonSchema = { type: 'array', maxItems, items: { type: 'string', minLength: 1, maxLength: max } };
  const read: Reader = (given, { source }) => {
    const isCell = source === 'query' && typeof given === 'string' && !isFarTooLong(given, maxItems * (max + 1));
    const raw = isCell ? splitList(given) : given;
    if (!Array.isArray(raw) || raw.length > maxItems) return raw; // the rule refuses it
    const tags = raw.map((tag: unknown) => readText(tag, { max }, 'tag'));
    const wrong = tags.find((tag) => tag instanceof Invalid);
    return wrong ? new Invalid(`each must be a text of 1 to ${max} characters: one ${wrong.problem}`) : [...new Set(tags)];
  };
  return present(schema, options, read, {
    rules: [ArrayMaxSize(maxItems, { message: `must be a list of at most ${maxItems} texts` })],
    // The cast is safe: a stored value of this field is a list of texts.
    write: (tags, { source }) => (source === 'query' ? joinList(tags as string[]) : tags),
  });
}

/** A list of objects, each with the fields of a class. A problem names the position of its entry, counted from 1. */
export function ListOf(entry: Class<object>, options: Presence & Lengths): PropertyDecorator {
  return present(listSchema(entry, options), options, listReader(entry, options), { entry });
}

export function listSchema(entry: Class<object>, { min = 0, max }: Lengths): JsonSchema {
  return { type: 'array', ...(min > 0 && { minItems: min }), maxItems: max, items: inputSchema(entry) };
}

/** Returns the function that reads such a list. */
export function listReader(entry: Class<object>, { min = 0, max }: Lengths): Reader {
  return (raw, context) => {
    if (!Array.isArray(raw) || raw.length < min || raw.length > max) {
      return new Invalid(`must be a list of ${min > 0 ? `${min} to` : 'at most'} ${max} entries`);
    }
    const problems: string[] = [];
    const entries = raw.map((one: unknown, index) => {
      const { problems: own, values } = readEntry(entry, one, context);
      problems.push(...own.map((problem) => `entry ${index + 1}${problem}`));
      return values;
    });
    const [first, ...others] = shortened(problems);
    return first === undefined ? entries : new Invalid(first, others);
  };
}

/** Reads one entry. Properties that the entry class does not declare are ignored. */
function readEntry(entry: Class<object>, raw: unknown, context: ReadContext): { problems: readonly string[]; values: object } {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { problems: [' must be an object'], values: {} };
  const { input, faults } = readFields(entry, raw as Values, context); // safe: an object from JSON
  return { problems: faults.map(({ field, problem }) => `: ${field}: ${problem}`), values: input };
}

function shortened(problems: readonly string[]): readonly string[] {
  if (problems.length <= MOST_PROBLEMS) return problems;
  return [...problems.slice(0, MOST_PROBLEMS), `${problems.length - MOST_PROBLEMS} more problems in its entries`];
}

/** The parts of a cell: an escaped `\` or `;`, a run of other characters, a separator, or a `\` that escapes nothing. */
const TOKENS = /\\[\\;]|[^\\;]+|[\\;]/g;

const SPECIAL = /[;\\]/;

/** A list of texts as one cell, separated by `;`. Inside of a text `;` is written `\;` and `\` is written `\\`. */
export function joinList(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[\\;]/g, '\\$&')).join(';');
}

/** The texts of a cell, trimmed. Blank texts are left out. */
export function splitList(cell: string): string[] {
  if (!SPECIAL.test(cell)) return cell.trim() === '' ? [] : [cell.trim()];
  const parts: string[] = [];
  let part = '';
  for (const [token] of cell.matchAll(TOKENS)) {
    if (token === ';') {
      parts.push(part.trim());
      part = '';
    } else {
      part += token.startsWith('\\') ? token.slice(-1) : token;
    }
  }
  return [...parts, part.trim()].filter((one) => one !== '');
}
