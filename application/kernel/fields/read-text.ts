import { Matches, ValidateBy } from 'class-validator';
import {
  codePoints,
  hasHeapedMarks,
  isFarTooLong,
  isInvisible,
  isPrintable,
  MOST_MARKS,
  normalizeText,
} from '../../../domain/shared/text.js';
import { Invalid } from './field.js';
import type { Presence } from './presence.js';

/** The longest text, in characters, of a field that sets no limit. */
const LONGEST_TEXT = 10_000;
const ONE_LINE = /^[^\n\r\u2028\u2029]*$/;
const NOT_ONE_LINE = 'must be one line';

export interface TextOptions extends Presence {
  /** limits in Unicode code points */
  readonly min?: number;
  readonly max?: number | undefined;
  /** true: line breaks are kept, such as in notes; otherwise they are refused, and a tab becomes a blank */
  readonly lines?: boolean;
  /** true: an empty text is a value (the specification's "empty string clears") */
  readonly clearable?: boolean;
}

export function toPrintable(raw: unknown): string | Invalid {
  if (typeof raw !== 'string') return new Invalid('must be a string');
  return isPrintable(raw) ? raw : new Invalid('must not contain control characters');
}

/** Returns a text in the form in which it is measured and stored; a text that nobody can see is empty. The rules of a text, `textRules`, check it after that. */
export function toText(raw: unknown, { max = LONGEST_TEXT, lines }: TextOptions): string | Invalid {
  if (typeof raw !== 'string') return new Invalid('must be a string');
  if (isFarTooLong(raw, max)) return tooLong(max);
  if (!isPrintable(raw)) return new Invalid('must not contain control characters');
  if (hasHeapedMarks(raw)) {
    return codePoints(raw) > max ? tooLong(max) : new Invalid(`must not have more than ${MOST_MARKS} marks on one letter`);
  }
  const text = normalizeText(lines ? raw : raw.replaceAll('\t', ' '));
  return isInvisible(text) ? '' : text;
}

export function textRules(options: TextOptions): readonly PropertyDecorator[] {
  return options.lines ? [Characters(options)] : [Matches(ONE_LINE, { message: NOT_ONE_LINE }), Characters(options)];
}

/** Limits a text in code points. The library's `Length` counts a sign and its variation selector, such as in \u2764\ufe0f, as one. */
function Characters(options: TextOptions): PropertyDecorator {
  return ValidateBy({
    name: 'characters',
    validator: {
      validate: (text) => lengthProblem(text as string, options, '') === null, // safe: `toText` returns texts
      defaultMessage: (refused) => lengthProblem(refused?.value as string, options, refused?.property ?? '') ?? '',
    },
  });
}

function lengthProblem(text: string, { min = 0, max = LONGEST_TEXT, clearable }: TextOptions, name: string): string | null {
  if (text === '') return clearable ? null : `${name} is required`;
  const length = codePoints(text);
  if (length > max) return tooLong(max).problem;
  return length < min ? `must be at least ${min} characters` : null;
}

/** Converts and checks a text that is only a part of a field's value, or that becomes a value of another type. */
export function readText(raw: unknown, options: TextOptions, name: string): string | Invalid {
  const text = toText(raw, options);
  if (text instanceof Invalid) return text;
  const problem = options.lines || ONE_LINE.test(text) ? lengthProblem(text, options, name) : NOT_ONE_LINE;
  return problem === null ? text : new Invalid(problem);
}

export function tooLong(max: number): Invalid {
  return new Invalid(`must be at most ${max} characters`);
}
