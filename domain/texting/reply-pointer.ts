import { removeLinks } from './remove-links.js';

/** The reply pointer of a shop that has not set its own. */
export const STANDARD_REPLY_POINTER = 'Reply to this text to reach us.';

export interface SmsBody {
  readonly body: string;
  readonly linksRemoved: boolean;
}

/**
 * The body of a scheduled text as it goes out: without links, and with the reply pointer at its end. It is empty if nothing but
 * links was in it.
 */
export function smsBody(body: string, pointer: string): SmsBody {
  const { text, linksRemoved } = removeLinks(body);
  return { body: withReplyPointer(text, pointer), linksRemoved };
}

/** Appends the reply pointer to a text, unless the text is empty or ends with it. */
function withReplyPointer(text: string, pointer: string): string {
  return text === '' || text.endsWith(pointer) ? text : `${text} ${pointer}`;
}
