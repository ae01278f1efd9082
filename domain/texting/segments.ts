import { removeLinks } from './remove-links.js';

/** The basic character set of GSM 03.38. Each of its characters takes one septet. */
const BASIC: ReadonlySet<string> = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** The extension table of GSM 03.38. Each of its characters takes two septets: an escape and a code. */
const EXTENSION: ReadonlySet<string> = new Set('\f^{}\\[~]|€');

export type SmsEncoding = 'GSM-7' | 'UCS-2';

/** The units of a text that is alone in a message, and of each part when the text is split: a header takes the difference. */
const CAPACITY: Readonly<Record<SmsEncoding, { readonly alone: number; readonly part: number }>> = {
  'GSM-7': { alone: 160, part: 153 },
  'UCS-2': { alone: 70, part: 67 },
};

export interface SmsSize {
  readonly encoding: SmsEncoding;
  /** at least 1 */
  readonly segments: number;
}

/**
 * The number of SMS segments of a text. The encoding is GSM-7 (units are septets) if its tables have every character, otherwise
 * UCS-2 (units are UTF-16 code units). A character of two units is never split: if only one unit is left in a segment, the
 * character begins the next one.
 */
export function smsSize(text: string): SmsSize {
  const characters = Array.from(text);
  const encoding = characters.every((one) => BASIC.has(one) || EXTENSION.has(one)) ? 'GSM-7' : 'UCS-2';
  const units = characters.map((one) => (encoding === 'GSM-7' ? (BASIC.has(one) ? 1 : 2) : one.length));
  const { alone, part } = CAPACITY[encoding];
  if (units.reduce((sum, size) => sum + size, 0) <= alone) return { encoding, segments: 1 };
  let [segments, used] = [1, 0];
  for (const size of units) {
    if (used + size > part) [segments, used] = [segments + 1, 0];
    used += size;
  }
  return { encoding, segments };
}

/** The reply pointer of a shop that has not set its own. */
export const STANDARD_REPLY_POINTER = 'Reply to this text to reach us.';

export interface SmsBody {
  readonly body: string;
  readonly removedLinks: readonly string[];
}

/**
 * The body of a scheduled text as it goes out: without links, and with the reply pointer as its last line. It is empty if nothing but
 * links was in it.
 */
export function smsBody(body: string, pointer: string): SmsBody {
  const { text, removed } = removeLinks(body);
  return { body: withReplyPointer(text, pointer), removedLinks: removed };
}

/** Appends the reply pointer to a text, on a line of its own, unless the text is empty or ends with it. */
function withReplyPointer(text: string, pointer: string): string {
  const written = text.trimEnd();
  return written === '' || written.endsWith(pointer) ? written : `${text}\n${pointer}`;
}
