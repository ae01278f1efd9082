import helmet from 'helmet';
import { matchesEtag, send, sendNothing, setHeaders } from './answer.js';
import { PreconditionFailed } from './gates.js';
import type { Request, Response } from './locals.js';

export interface Page {
  /** the media type */
  readonly type: string;
  readonly content: string | Uint8Array;
  readonly etag: string;
  /** how the content is compressed; absent: it is not */
  readonly encoding?: 'gzip';
}

/**
 * Sends a page, or a file of one, which needs no key. It has no date, so conditions on a date are ignored (RFC 9110 §13.1.3,
 * §13.1.4). Range requests are not supported.
 * @throws PreconditionFailed
 */
export function sendPage({ headers }: Request, response: Response, { type, content, etag, encoding }: Page): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !matchesEtag(ifMatch, etag)) throw new PreconditionFailed('page');
  setHeaders(response, { 'content-type': type, 'cache-control': 'no-cache', etag });
  if (encoding) response.setHeader('content-encoding', encoding);
  if (matchesEtag(ifNoneMatch, etag)) sendNothing(response, 304);
  else send(response, 200, content);
}

/** Sets the security headers of pages. They allow files of this service and connections to it only. */
export const pageHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  // This header would make browsers use https for the whole host. Only the operator knows if all of the host uses https.
  strictTransportSecurity: false,
});
