import type { RequestContext } from './request-context.js';

/** A text in quotes, or the rest of a header whose last quote is not closed. */
const QUOTED = /"(?:[^"\\]|\\[^])*(?:"|\\?$)/g;
const STALE_OK = 'stale-ok';

/**
 * Returns what to do when a client that has sent `Prefer: stale-ok` gets an answer of the replica: it is told so. Undefined: the
 * client has not sent this. The answer needs no `Vary`, because nobody may store it.
 */
export function onStaleOf({ request, headers }: Pick<RequestContext, 'request' | 'headers'>): (() => void) | undefined {
  const { prefer } = request.headers;
  if (prefer === undefined || !prefersStale(String(prefer))) return undefined;
  return () => {
    headers['preference-applied'] = STALE_OK;
  };
}

/**
 * True when the preferences of a `Prefer` header have `stale-ok` (RFC 7240). Of a preference that is named twice, the first counts.
 * An empty value is no value. With another value it is a preference that this service does not know, and so it is ignored.
 */
export function prefersStale(prefer: string): boolean {
  // A text in quotes may have commas and semicolons in it. Only that it is there is of interest.
  const preferences = prefer.replace(QUOTED, (text) => (text === '""' ? '' : '"_"')).split(',');
  const stale = preferences.map(nameAndValue).find(([name]) => name === STALE_OK);
  return stale?.[1] === '';
}

function nameAndValue(preference: string): readonly [name: string, value: string] {
  const [name = '', value = ''] = (preference.split(';', 1)[0] ?? '').split('=', 2);
  return [name.trim().toLowerCase(), value.trim()];
}
