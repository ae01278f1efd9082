/** A wrong flag or name. Its message is a sentence that says what would be right. Nothing has been written when it is thrown. */
export class Refusal extends Error {}

/** @throws Refusal with the message, unless the condition holds */
export function refuseUnless(condition, message) {
  if (!condition) throw new Refusal(message);
}
