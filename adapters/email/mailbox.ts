const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** One address and nothing else: no blanks, no controls, and none of the characters that separate addresses in a header. */
const ONE_ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/** The text in one line, so that it cannot begin a header of its own. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}

/** Tells whether a text is one address that can stand in a header and in a command of SMTP as it is. */
export function isOneAddress(text: string): boolean {
  return ONE_ADDRESS.test(text);
}

/** A sender for people to read: `"Maple Auto" <desk@shop.example>`. */
export function mailbox(name: string, address: string): string {
  const shown = oneLine(name).replace(/["\\]/g, '');
  return shown === '' ? address : `"${shown}" <${address}>`;
}
