/** The change that a call asks for: the name of one field (the verb), and its value. */
export type AskedChange<Given> = {
  readonly [Verb in keyof Given]-?: { readonly verb: Verb; readonly value: NonNullable<Given[Verb]> };
}[keyof Given];

/**
 * Returns the one change of a call.
 * @param given an object with exactly one field, as the operation's `exactlyOne` has checked
 */
export function theOneChange<Given extends object>(given: Given): AskedChange<Given> {
  const [asked] = Object.entries(given).map(([verb, value]: [string, unknown]) => ({ verb, value }));
  // The cast is safe: `Object.entries` loses the types, but each verb and value come from one property.
  return asked as AskedChange<Given>;
}
