/** An error's message as one line for a person. */
export function inOneLine(error: unknown): string {
  // When a host name has several addresses and none answers, Node throws an AggregateError. Its own message is empty.
  if (error instanceof AggregateError && error.errors.length > 0) return inOneLine(error.errors[0]);
  const words = error instanceof Error ? error.message || error.name : String(error);
  return words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
