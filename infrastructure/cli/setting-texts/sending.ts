import { Invalid } from '../../../application/fields/field.js';
import { readEmail } from '../../../application/fields/fields.js';
import { readText } from '../../../application/fields/read-text.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { removeLinks } from '../../../domain/texting/remove-links.js';
import { NONE } from './none.js';
import { parseWholeNumber } from './whole-number.js';

const MOST_TEXTS = 1_000_000;
const LONGEST_SERVICE_ID = 100;
const LONGEST_POINTER = 160;

/**
 * Reads the id of a messaging service, or `none`.
 * @throws ValidationError
 */
export function parseServiceId(typed: string): string | null {
  return isNone(typed) ? null : oneLine('messaging_service', typed, LONGEST_SERVICE_ID);
}

/**
 * Reads the most texts that a shop sends in 60 minutes.
 * @throws ValidationError
 */
export function parseTextsPerHour(typed: string): number {
  return parseWholeNumber('texts_per_hour', typed, { min: 1, max: MOST_TEXTS });
}

/**
 * Reads the line that ends every scheduled text. It has no links, because a scheduled text has none.
 * @throws ValidationError
 */
export function parseReplyPointer(typed: string): string {
  if (isNone(typed)) throw new ValidationError('reply_pointer', 'cannot be empty: every scheduled text ends with it');
  const pointer = oneLine('reply_pointer', typed, LONGEST_POINTER);
  const { text, linksRemoved } = removeLinks(pointer);
  if (linksRemoved) throw new ValidationError('reply_pointer', 'must not contain a link');
  return text;
}

/**
 * Reads the address for answers to e-mails, or `none`.
 * @throws ValidationError
 */
export function parseReplyTo(typed: string): EmailAddress | null {
  return isNone(typed) ? null : valid('reply_to', readEmail(typed));
}

function isNone(typed: string): boolean {
  return typed.trim() === '' || typed.trim() === NONE;
}

function oneLine(name: string, typed: string, max: number): string {
  return valid(name, readText(typed, { max }, name));
}

function valid<T>(name: string, value: T | Invalid): T {
  if (value instanceof Invalid) throw new ValidationError(name, value.problem);
  return value;
}
