import { IsBoolean, IsEmail, IsIn, IsInt, Max, Min } from 'class-validator';
import { normalizeEmail } from '../../../domain/shared/contact.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { parseInstant } from '../../../domain/shared/instant.js';
import {
  decimalsOf,
  hasTooManyDecimals,
  majorUnits,
  MOST_MONEY,
  parseMoney,
  type Currency,
  type Money,
} from '../../../domain/shared/money.js';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { isName, isStorable } from '../../../domain/shared/text.js';
import { describedId, idOrNobody, isId, readId, UUID_SCHEMA, type Listed } from './field-ids.js';
import { field, Invalid, type ReadContext } from './field.js';
import type { JsonSchema } from './json-schema.js';
import { present, type Beside, type Presence, type Reader } from './presence.js';
import { readText, textRules, tooLong, toPrintable, toText, type TextOptions } from './read-text.js';

const INT4 = 2_147_483_647;
const TWO_DECIMALS = /^\d{1,12}(?:\.\d{1,2}0*)?$/;
const LONGEST_ADDRESS = 320;
/** The longest text, in characters, that is read as a number, an instant or a phone number. */
const LONGEST_WORD = 100;

export function Text(options: TextOptions = {}): PropertyDecorator {
  return textField(options, (raw) => toText(raw, options));
}

/** The name of somebody or something. A restore keeps the names that it finds. */
export function Name(options: TextOptions = {}): PropertyDecorator {
  return textField(options, (raw, { restore }) => {
    const text = toText(raw, options);
    const isAllowed = text instanceof Invalid || text === '' || restore === true || isName(text);
    return isAllowed ? text : new Invalid('must have a letter, a digit or a symbol that can be seen');
  });
}

function textField(options: TextOptions, read: Reader): PropertyDecorator {
  const { min = options.clearable ? 0 : 1, max } = options;
  const schema: JsonSchema = { type: 'string', ...(min ? { minLength: min } : {}), ...atMost(max) };
  return present(options.nullable ? { type: 'string' } : schema, options, read, { rules: textRules(options) });
}

/**
 * A text exactly as it came: not trimmed, not normalized. The service stores what a provider reports in this form, so an export must
 * give it back unchanged.
 */
export function ExactText({ max, ...presence }: Presence & { readonly max?: number }): PropertyDecorator {
  const schema: JsonSchema = { type: 'string', ...atMost(max) };
  return present(schema, presence, toPrintable, { rules: textRules({ max, lines: true, clearable: true }) });
}

/** A text that only some of the records take: the use case reads it by `readText` when it knows the record, and others ignore it. */
export function UnreadText({ max, description = '' }: Pick<TextOptions, 'max' | 'description'>): PropertyDecorator {
  const schema: JsonSchema = { type: 'string', ...atMost(max), description };
  const read = (raw: unknown): unknown =>
    typeof raw === 'string' && !isStorable(raw) ? new Invalid('must not contain NUL or half a surrogate pair') : raw;
  return field({ schema, required: false, place: 'input', read });
}

/** An email address, in lower case. */
export function Email(options: TextOptions = {}): PropertyDecorator {
  const limits = { max: LONGEST_ADDRESS, ...options };
  const schema: JsonSchema = { type: 'string', format: 'email', ...atMost(options.max) };
  const read: Reader = (raw) => {
    const text = toText(raw, limits);
    return text instanceof Invalid ? text : normalizeEmail(text);
  };
  const isAddress = IsEmail({ allow_utf8_local_part: true }, { message: 'is not an email address' });
  return present(schema, options, read, { rules: [...textRules(limits), isAddress] });
}

function atMost(max: number | undefined): JsonSchema {
  return max === undefined ? {} : { maxLength: max };
}

/** A phone number, normalised to E.164. A number without a country code is read as a number of the shop's country. */
export function Phone(options: TextOptions = {}): PropertyDecorator {
  const schema: JsonSchema = { type: 'string', ...atMost(options.max) };
  const toPhone = (text: string, { country }: ReadContext): unknown =>
    normalizePhone(text, country) ?? new Invalid('is not a phone number');
  return Parsed(toPhone, { max: LONGEST_WORD, ...options }, { schema });
}

/**
 * A text that becomes a value of another type. The options limit the text.
 * @param parse returns the value, or refuses the text by an `Invalid` or a `ValidationError`, whose field is not used
 */
export function Parsed(
  parse: (text: string, context: ReadContext) => unknown,
  options: TextOptions,
  { schema = { type: 'string' }, ...beside }: Beside & { readonly schema?: JsonSchema } = {},
): PropertyDecorator {
  return (target, key) => {
    const read: Reader = (raw, context) => {
      const text = readText(raw, options, String(key));
      if (text instanceof Invalid) return text;
      try {
        return parse(text, context);
      } catch (error) {
        if (error instanceof ValidationError) return new Invalid(error.faults[0].problem);
        throw error;
      }
    };
    present(schema, options, read, beside)(target, key);
  };
}

/** An id. Text that is not a UUID is refused. */
export function Uuid(options: Presence & Listed = {}): PropertyDecorator {
  const { listedBy, listedAs } = options;
  return present(UUID_SCHEMA, describedId(options), readId, { listedBy, listedAs, rules: [isId(options)] });
}

/**
 * The id in a REST path. REST answers 404 for text that is not a UUID. In the body of a capability endpoint and in the arguments
 * of a tool, the id is required and must be a UUID.
 */
export function PathId(options: Pick<Presence, 'description'> & Listed = {}): PropertyDecorator {
  const { description, ...listed } = describedId(options);
  return (target, key) => {
    const missing = new Invalid(`${String(key)} is required`);
    const readBody: Reader = (raw) => (raw === undefined || raw === null || raw === '' ? missing : readId(raw));
    const schema = description === undefined ? UUID_SCHEMA : { ...UUID_SCHEMA, description };
    const read: Reader = (raw, context, whole) => (context.inPath ? idOrNobody(raw) : readBody(raw, context, whole));
    field({ ...listed, schema, required: true, place: 'path', read }, [isId(listed)])(target, key);
  };
}

const PLACE = /^(?:0|[1-9]\d{0,8})$/;
/** The place of nothing. */
const NOWHERE = -1;

/** A place in a list, from 0, as a part of a REST path. REST answers 404 for other text. */
export function PathPlace({ description }: { readonly description: string }): PropertyDecorator {
  return field({
    schema: { type: 'integer', minimum: 0, description },
    required: true,
    place: 'path',
    read: (raw) => (typeof raw === 'string' && PLACE.test(raw) ? Number(raw) : NOWHERE),
  });
}

export function OneOf(values: readonly string[], options: Presence = {}): PropertyDecorator {
  const rules = [IsIn(values, { message: `must be one of ${values.join(', ')}${named(options)}` })];
  return present({ type: 'string', enum: values }, options, (raw) => raw, { rules });
}

/** A whole number. In JSON, `"10"` is refused and `2020.0` is accepted. */
export function Int(options: Presence & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = -INT4 - 1, max = INT4 } = options;
  const bounds = {
    ...(options.min === undefined ? {} : { minimum: min }),
    ...(options.max === undefined ? {} : { maximum: max }),
  };
  return present({ type: 'integer', ...bounds }, options, readNumber, { rules: wholeNumber(min, max, named(options)) });
}

/** The end of the message about a wrong value. class-validator puts the value in the place of `$value`. */
function named({ showsValue }: Presence): string {
  return showsValue ? ', not "$value"' : '';
}

export function wholeNumber(min: number, max: number, end = ''): readonly PropertyDecorator[] {
  const problem = { message: `must be a whole number from ${min} to ${max}${end}` };
  return [IsInt(problem), Min(min, problem), Max(max, problem)];
}

/**
 * An amount of money. Clients send and get major units of the shop's currency. The field of an input has minor units, converted
 * without rounding.
 */
export function Amount(options: Presence = {}): PropertyDecorator {
  const read: Reader = (raw, context) => {
    const written = writtenNumber(raw, context);
    return parseMoney(written, context.currency) ?? notAnAmount(written, context.currency);
  };
  // The cast is safe: a stored value of this field is an amount.
  return present({ type: 'number', minimum: 0 }, options, read, {
    write: (value, { currency }) => majorUnits(value as Money, currency),
  });
}

function notAnAmount(written: string, currency: Currency): Invalid {
  if (!hasTooManyDecimals(written, currency)) {
    return new Invalid(`must be an amount in ${currency}, from 0 to ${majorUnits(MOST_MONEY, currency)}`);
  }
  const decimals = decimalsOf(currency);
  return new Invalid(`must have ${decimals === 0 ? 'no' : `at most ${decimals}`} decimals in ${currency}`);
}

/** A number that is not negative, with at most two decimals, such as hours or a percentage. */
export function Decimal(options: Presence & { max?: number } = {}): PropertyDecorator {
  const { max = INT4 } = options;
  const schema: JsonSchema = { type: 'number', minimum: 0, ...(options.max === undefined ? {} : { maximum: max }) };
  const problem = `must be a number from 0 to ${max} with at most two decimals`;
  const read: Reader = (raw, context) => {
    const written = writtenNumber(raw, context);
    return TWO_DECIMALS.test(written) ? Number(written) : new Invalid(problem);
  };
  return present(schema, options, read, { rules: [Max(max, { message: problem })] });
}

/** A boolean. In a query it is text: exactly `true` or `false`. */
export function Flag(options: Presence = {}): PropertyDecorator {
  return present({ type: 'boolean' }, options, readFlag, { rules: [isFlag()] });
}

/** A verb that a client calls with `true`. `false` counts as absent. */
export function Verb(options: Pick<Presence, 'description'> = {}): PropertyDecorator {
  const read: Reader = (raw, context) => {
    const flag = readFlag(raw, context);
    return flag === false ? undefined : flag;
  };
  return present({ type: 'boolean' }, { ...options, change: true }, read, { rules: [isFlag()] });
}

/** A time in RFC 3339 with `Z` or an offset; answered in UTC with milliseconds. Text longer than `max` characters is refused. */
export function DateTime(options: Presence & { max?: number } = {}): PropertyDecorator {
  const { max = LONGEST_WORD } = options;
  return present({ type: 'string', format: 'date-time', ...atMost(options.max) }, options, (raw, { source }) => {
    if (typeof raw === 'string' && raw.length > max) return tooLong(max);
    const instant = typeof raw === 'string' ? parseInstant(raw) : null;
    if (instant !== null) return instant;
    const hint = source === 'query' && lostItsPlus(raw) ? ': it has a blank instead of a + (in a query, write %2B)' : '';
    return new Invalid(`must be an RFC 3339 date-time with Z or an offset${hint}`);
  });
}

/** Tells whether a time lost the `+` of its offset. In a query a `+` that is not encoded arrives as a blank. */
function lostItsPlus(raw: unknown): boolean {
  return typeof raw === 'string' && parseInstant(raw.replace(/ (?=\d\d:\d\d$)/, '+')) !== null;
}

/** The text of a number, so that its digits can be checked. JSON gives a number, a query gives text. Empty: not a number. */
export function writtenNumber(raw: unknown, { source }: ReadContext): string {
  if (source === 'json') return typeof raw === 'number' ? String(raw) : '';
  return typeof raw === 'string' && raw.length <= LONGEST_WORD ? raw.trim() : '';
}

/** Returns a number if the value is one. Another value is returned as it is, and the rules of a number refuse it. */
export function readNumber(raw: unknown, { source }: ReadContext): unknown {
  if (source === 'query' && typeof raw === 'string' && /^[+-]?\d{1,15}$/.test(raw)) return Number(raw) + 0;
  return typeof raw === 'number' ? raw + 0 : raw; // `+ 0` turns -0 into 0
}

function readFlag(raw: unknown, { source }: ReadContext): unknown {
  return source === 'query' && (raw === 'true' || raw === 'false') ? raw === 'true' : raw;
}

export function isFlag(): PropertyDecorator {
  return IsBoolean({ message: 'must be true or false' });
}
