/** C0 other than tab and line breaks, DEL, C1; and halves of a surrogate pair that stand alone. */
const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

export function isPrintable(text: string): boolean {
  return !REFUSED.test(text);
}

/** Without NUL and lone surrogates, which PostgreSQL's text cannot hold. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

export function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text);
}

/**
 * Whether a text is longer than `max` code points whatever is done to it, told by its length alone: before it is composed a
 * letter may have four parts, and there may be blanks around the text. What walks a text asks this first.
 */
export function isFarTooLong(text: string, max: number): boolean {
  return text.length > 4 * max + 100;
}

/** On one letter: no script needs nearly as many (Unicode's stream-safe text format, UAX #15). */
export const MOST_MARKS = 30;
const MARKS = /\p{M}+/gu;

/** NFC and NFKD take a time that grows with the square of the marks on one letter. */
export function hasHeapedMarks(text: string): boolean {
  if (text.length <= MOST_MARKS) return false;
  return (text.match(MARKS) ?? []).some((marks) => codePoints(marks) > MOST_MARKS);
}

/** Trimmed and in Unicode NFC: what is measured, stored and answered. */
export function normalizeText(text: string): string {
  return text.trim().normalize('NFC');
}

/** Length in Unicode code points, as all limits of the API count. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1;
  }
  return count;
}
