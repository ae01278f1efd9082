import {
  codePoints,
  hasHeapedMarks,
  hasLineBreak,
  isFarTooLong,
  isPrintable,
  MOST_MARKS,
  normalizeText,
} from '../../domain/shared/text.js';
import { Invalid } from './field.js';
import type { Presence } from './presence.js';

/** The longest text, in characters, of a field that sets no limit. */
const LONGEST_TEXT = 10_000;

export interface TextOptions extends Presence {
  /** limits in Unicode code points */
  readonly min?: number;
  readonly max?: number;
  /** true: line breaks are kept, such as in notes; otherwise they are refused, and a tab becomes a blank */
  readonly lines?: boolean;
  /** true: an empty text is a value (the specification's "empty string clears") */
  readonly clearable?: boolean;
}

export function readText(raw: unknown, options: TextOptions, name: string): string | Invalid {
  const { min = 0, max = LONGEST_TEXT, lines, clearable } = options;
  if (typeof raw !== 'string') return new Invalid('must be a string');
  if (isFarTooLong(raw, max)) return tooLong(max);
  if (!isPrintable(raw)) return new Invalid('must not contain control characters');
  if (hasHeapedMarks(raw)) {
    return codePoints(raw) > max ? tooLong(max) : new Invalid(`must not have more than ${MOST_MARKS} marks on one letter`);
  }
  const text = normalizeText(lines ? raw : raw.replaceAll('\t', ' '));
  if (!lines && hasLineBreak(text)) return new Invalid('must be one line');
  if (text === '') return clearable ? text : new Invalid(`${name} is required`);
  const length = codePoints(text);
  if (length > max) return tooLong(max);
  return length < min ? new Invalid(`must be at least ${min} characters`) : text;
}

export function tooLong(max: number): Invalid {
  return new Invalid(`must be at most ${max} characters`);
}
