/**
 * Counts how often a header was sent. Node's `headers` keeps only the first line of some headers, and joins the lines of others
 * with a comma; `rawHeaders` has every line.
 * @param name in lower case
 */
export function timesReceived(name: string, rawHeaders: readonly string[]): number {
  let sent = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const one = rawHeaders[index] ?? '';
    if (one.length === name.length && one.toLowerCase() === name) sent += 1;
  }
  return sent;
}
