import { parseInput } from '../../../application/fields/field.js';
import { Email, Text } from '../../../application/fields/fields.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { removeLinks } from '../../../domain/texting/remove-links.js';
import { NONE } from './none.js';
import { parseWholeNumber } from './whole-number.js';

const MOST_TEXTS = 1_000_000;
const LONGEST_SERVICE_ID = 100;
const LONGEST_POINTER = 160;

class Texts {
  @Text({ max: LONGEST_SERVICE_ID, optional: true }) messaging_service!: string;
  @Text({ max: LONGEST_POINTER, optional: true }) reply_pointer!: string;
  @Email({ optional: true }) reply_to!: EmailAddress;
}

/** @throws ValidationError */
function valid<Name extends keyof Texts>(name: Name, typed: string): Texts[Name] {
  return parseInput(Texts, { [name]: typed }, { source: 'json', country: 'US', currency: 'USD' })[name];
}

/**
 * Reads the id of a messaging service, or `none`.
 * @throws ValidationError
 */
export function parseServiceId(typed: string): string | null {
  return isNone(typed) ? null : valid('messaging_service', typed);
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
  const pointer = valid('reply_pointer', typed);
  const { text, linksRemoved } = removeLinks(pointer);
  if (linksRemoved) throw new ValidationError('reply_pointer', 'must not contain a link');
  return text;
}

/**
 * Reads the address for answers to e-mails, or `none`.
 * @throws ValidationError
 */
export function parseReplyTo(typed: string): EmailAddress | null {
  return isNone(typed) ? null : valid('reply_to', typed);
}

function isNone(typed: string): boolean {
  return typed.trim() === '' || typed.trim() === NONE;
}
