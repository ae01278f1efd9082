/**
 * The characters that are refused in a text: C0 controls other than tab and line breaks, DEL, C1 controls, and lone surrogates.
 */
const REFUSED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

export function isPrintable(text: string): boolean {
  return !REFUSED.test(text);
}

/** Removes the characters that `isPrintable` refuses. It is for texts whose author cannot be asked to correct them. */
export function withoutUnprintable(text: string): string {
  return isPrintable(text) ? text : Array.from(text).filter(isPrintable).join('');
}

/** Tells whether a text is free of NUL and lone surrogates. PostgreSQL's `text` type cannot store them. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

export function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text);
}

/**
 * Tells whether a text is too long to be normalized and counted. The limit allows for `max` letters that were typed in four parts
 * each, and for about 100 blanks around the text. The check looks only at the length. Readers of input call it before the checks
 * that read every character.
 */
export function isFarTooLong(text: string, max: number): boolean {
  return text.length > 4 * max + 100;
}

/**
 * The largest allowed number of marks on one letter. No script needs nearly as many (Unicode's stream-safe text format, UAX #15).
 */
export const MOST_MARKS = 30;
const MARKS = /\p{M}+/gu;

/** Tells whether a letter has too many marks. The time of NFC and NFKD grows with the square of the marks on one letter. */
export function hasHeapedMarks(text: string): boolean {
  if (text.length <= MOST_MARKS) return false;
  return (text.match(MARKS) ?? []).some((marks) => codePoints(marks) > MOST_MARKS);
}

/** Blanks, and the characters that leave no mark: zero-width ones, fillers, selectors, the empty Braille pattern. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True when nothing of the text can be seen, such as a name of a zero-width space alone. */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** A letter, a digit or a symbol, such as an emoji, that leaves a mark. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{S}]/u;

/** Tells whether a text can be a name: people see and say more of it than marks, punctuation and characters without a meaning. */
export function isName(text: string): boolean {
  return SEEN.test(text);
}

/** The text trimmed and in Unicode NFC. The text is measured, stored and answered in this form. */
export function normalizeText(text: string): string {
  return text.trim().normalize('NFC');
}

/** The length in Unicode code points. The limits of text fields count code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1;
  }
  return count;
}
