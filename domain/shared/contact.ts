/** An e-mail address in lower case and Unicode NFC. */
export type EmailAddress = string & { readonly __email: true };

/** Returns an e-mail address in the form in which it is stored and compared. The address is not checked here. */
export function normalizeEmail(text: string): EmailAddress {
  return text.trim().normalize('NFC').toLowerCase() as EmailAddress;
}
