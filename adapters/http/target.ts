import type { IncomingMessage } from 'node:http';

/**
 * Returns the path and the query of the request, letter by letter as they came. A proxy may send a whole address
 * (`http://host/path`) as the request's target (RFC 9112 §3.2.2).
 */
export function targetOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}
