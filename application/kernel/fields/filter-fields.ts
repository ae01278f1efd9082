import { IsInt, MaxLength, Min } from 'class-validator';
import { normalizeEmail } from '../../../domain/shared/contact.js';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { isFarTooLong, normalizeText } from '../../../domain/shared/text.js';
import { describedId, idOrNobody, isId, readId, type Listed } from './field-ids.js';
import { Invalid } from './field.js';
import { DateTime, isFlag, readNumber, wholeNumber } from './fields.js';
import type { JsonSchema } from './json-schema.js';
import { present, type Beside, type Presence, type Reader } from './presence.js';
import { textRules, tooLong, toPrintable } from './read-text.js';

/** The value of a filter that can match no record. */
const NO_MATCH = null;
/**
 * The longest filter or cursor, in UTF-16 units. No cursor of the API is longer, and no stored value that a filter is compared
 * with is longer. A longer filter is read as an empty text, which no record has.
 */
const LONGEST = 1000;

/** The highest offset: no list of a shop is longer. */
const MOST_ROWS = 2_147_483_647;

/** The highest number of an event that a query can name. It has 15 digits, so it is exact in JSON. */
const MOST_EVENTS = 999_999_999_999_999;
/** The position of the newest event. */
const LATEST = 'latest';

type Description = Pick<Presence, 'description' | 'example'>;

/** An exact match in lower case. Text that is not an address matches nothing. */
export function EmailFilter(options: Description = {}): PropertyDecorator {
  return filter({ type: 'string' }, options, (text) => normalizeEmail(text));
}

/** An exact match after normalisation to E.164. Text that cannot be normalised matches nothing. */
export function PhoneFilter(options: Description = {}): PropertyDecorator {
  return filter({ type: 'string' }, options, (text, { country, source }) => {
    // In a query a `+` that is not encoded arrives as a blank.
    const written = source === 'query' && text.startsWith(' ') ? `+${text.trimStart()}` : text;
    return normalizePhone(written, country) ?? NO_MATCH;
  });
}

/** A text that the use case compares in its own way. With `max` it is trimmed and put in NFC, and longer text is refused. */
export function TextFilter(options: Description & { readonly max?: number } = {}): PropertyDecorator {
  const { max, ...described } = options;
  if (max === undefined) return filter({ type: 'string' }, described, (text) => text);
  const read: Reader = (raw) => {
    if (typeof raw === 'string' && isFarTooLong(raw, max)) return tooLong(max);
    const text = toPrintable(raw);
    return text instanceof Invalid ? text : normalizeText(text);
  };
  const rules = textRules({ max, lines: true, clearable: true });
  return present({ type: 'string', maxLength: max }, { ...described, optional: true }, read, { rules });
}

/**
 * An id. The id of another shop's record matches nothing. In a query, text that is not a UUID matches nothing either. In JSON
 * such text is refused: a model could take an empty result for an answer and would not see its own mistake.
 */
export function IdFilter(options: Description & Listed & { readonly required?: boolean } = {}): PropertyDecorator {
  const { required = false, ...described } = options;
  const { listedBy, listedAs } = described;
  return filter(
    { type: 'string' },
    { ...describedId(described), optional: !required },
    (text, { source }) => (source === 'json' ? readId(text) : idOrNobody(text)),
    { listedBy, listedAs, rules: [isId(described)] },
  );
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Filters by origin: imported records, or records created in the service. In a query, `1` means `true` and `0` means `false`. */
export function ImportedFilter(): PropertyDecorator {
  const description =
    '`true`: only imported records. `false` or left out: only records made in the service. `1` and `0` are aliases.';
  const read: Reader = (raw, { source }) => (source === 'query' ? (FLAGS.get(raw) ?? raw) : raw);
  return present({ type: 'boolean' }, { optional: true, default: false, description }, read, { rules: [isFlag()] });
}

/** The page size of a cursor list. A whole number is clamped to 1 to 100, and other text counts as 25. No text is refused. */
export function CursorLimit(): PropertyDecorator {
  const schema = { type: 'integer', minimum: 1, maximum: 100 };
  const options = {
    optional: true,
    default: 25,
    description: 'Page size. A number is clamped to 1 to 100. Anything else counts as 25.',
  };
  return present(schema, options, (raw) => {
    const number = typeof raw === 'string' && /^[+-]?\d+$/.test(raw) ? Number(raw) : 25;
    return Math.min(100, Math.max(1, number));
  });
}

/**
 * A whole number in a query. One above `max` counts as `max`, however many digits it has; one below `min` and other text are
 * refused.
 */
export function ClampedInt(options: {
  readonly min: number;
  readonly max: number;
  readonly standard: number;
  readonly description: string;
}): PropertyDecorator {
  const { min, max, standard } = options;
  const schema = { type: 'integer', minimum: min, maximum: max };
  const description = `${options.description} A larger number counts as ${max}.`;
  const problem = { message: `must be a whole number from ${min}` };
  const read: Reader = (raw) =>
    typeof raw === 'string' && raw.length <= LONGEST && /^\+?\d+$/.test(raw) ? Math.min(max, Number(raw)) : raw;
  const rules = [IsInt(problem), Min(min, problem)];
  return present(schema, { optional: true, default: standard, description }, read, { rules });
}

/** A cursor. Only its length is checked here; the list that it belongs to reads it. An empty text counts as absent. */
export function CursorToken(given: Pick<Presence, 'description' | 'onlyRest'> = {}): PropertyDecorator {
  const options = { optional: true, description: 'The `meta.next_cursor` of the page before, unchanged.', ...given };
  const rules = [MaxLength(LONGEST, { message: 'is not a cursor of this list' })];
  return present({ type: 'string' }, options, (raw) => (typeof raw !== 'string' || raw === '' ? undefined : raw), { rules });
}

const IN_ORDER_OF_CHANGE =
  'The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, ' +
  'also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.';

/** Turns a list of a GET into the list of its changes. */
export function UpdatedSince({ description = '' } = {}): PropertyDecorator {
  return DateTime({ optional: true, onlyRest: true, description: `${IN_ORDER_OF_CHANGE}${description && ` ${description}`}` });
}

/** The cursor of a list by offset, which has one only with `UpdatedSince`. */
export function ChangesCursor(): PropertyDecorator {
  return CursorToken({
    onlyRest: true,
    description: 'With `updated_since`: the `meta.next_cursor` of the page before, unchanged.',
  });
}

export function OffsetLimit({ max = 100, standard = 25 } = {}): PropertyDecorator {
  const schema = { type: 'integer', minimum: 1, maximum: max };
  return present(schema, { optional: true, default: standard, description: `At most ${max}, else refused.` }, readBounded, {
    rules: wholeNumber(1, max),
  });
}

export function Offset(): PropertyDecorator {
  const options = { optional: true, default: 0, description: 'A `next_offset`.' };
  return present({ type: 'integer', minimum: 0, maximum: MOST_ROWS }, options, readBounded, { rules: wholeNumber(0, MOST_ROWS) });
}

/**
 * A position in the feed of events, or `latest` for that of the newest event. The numbers of events are counted over all shops, so
 * they exceed int4.
 */
export function FeedStart(): PropertyDecorator {
  const description =
    'The `meta.next_after` of the page before, or `latest` for what comes from now on. Absent: a page begins with the oldest event, a ' +
    'stream with what comes from now on.';
  const problem = `must be a whole number from 0 to ${MOST_EVENTS}, or ${LATEST}`;
  const isPosition = (value: unknown): boolean =>
    value === LATEST || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_EVENTS);
  const read: Reader = (raw, context, whole) => {
    const position = raw === LATEST ? raw : readBounded(raw, context, whole);
    return position === undefined || isPosition(position) ? position : new Invalid(problem);
  };
  const schema: JsonSchema = { type: ['integer', 'string'], minimum: 0, maximum: MOST_EVENTS };
  return present(schema, { optional: true, description }, read);
}

const readBounded: Reader = (raw, context) => (context.source === 'query' && raw === '' ? undefined : readNumber(raw, context));

type FilterOptions = Description & Pick<Presence, 'optional'>;
type TextReader = (text: string, context: Parameters<Reader>[1]) => unknown;

function filter(schema: JsonSchema, options: FilterOptions, read: TextReader, beside: Beside = {}): PropertyDecorator {
  const reader: Reader = (raw, context) => {
    const text = toPrintable(typeof raw === 'string' && raw.length > LONGEST ? '' : raw);
    return typeof text === 'string' ? read(text, context) : text;
  };
  return present(schema, { optional: true, ...options }, reader, beside);
}
