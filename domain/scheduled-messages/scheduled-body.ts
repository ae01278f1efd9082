import { ValidationError } from '../shared/errors.js';
import { codePoints } from '../shared/text.js';
import { LONGEST_TEXT } from '../texting/may-text.js';
import { smsBody } from '../texting/reply-pointer.js';
import type { SchedulableChannel, ScheduledMessage } from './scheduled-message.js';

/**
 * The body as it will be sent. A text loses its links and gets the reply pointer, and an e-mail stays as it is.
 * @throws ValidationError when nothing is left of a text without its links, or when it is longer than 1,600 characters
 */
export function scheduledBody(
  channel: SchedulableChannel,
  body: string,
  pointer: string,
): Pick<ScheduledMessage, 'body' | 'linksRemoved'> {
  if (channel === 'email') return { body, linksRemoved: false };
  const text = smsBody(body, pointer);
  if (text.body === '') throw new ValidationError('body', 'nothing is left of the text: links are removed from texts');
  const length = codePoints(text.body);
  if (length > LONGEST_TEXT) {
    const problem = `must be at most ${LONGEST_TEXT} characters as a text, with the reply pointer that is appended; it has ${length}`;
    throw new ValidationError('body', problem);
  }
  return text;
}
