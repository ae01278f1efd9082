import { hash } from 'node:crypto';
import type { Allowance } from '../../application/kernel/ports/ports.js';
import type { Response } from './locals.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

export type Headers = Readonly<Record<string, string | number>>;

export function setHeaders(response: Response, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Sets the headers of the IETF draft "RateLimit header fields for HTTP", revision 10. */
export function tellAllowance(response: Response, { quota, remaining, resetSeconds }: Allowance): void {
  if (quota === 0) return;
  response.setHeader('ratelimit', `"requests";r=${remaining};t=${resetSeconds}`);
  response.setHeader('ratelimit-policy', `"requests";q=${quota};w=60`);
}

/** Sends the answer, as JSON where no other type is set, unless the request was answered before because its time was over. */
export function send(response: Response, status: number, body: string | Uint8Array): void {
  if (response.headersSent) return;
  if (!response.hasHeader('content-type')) response.setHeader('content-type', JSON_TYPE);
  response.setHeader('content-length', Buffer.byteLength(body));
  end(response, status, body);
}

export function sendNothing(response: Response, status: number): void {
  if (response.headersSent) return;
  response.removeHeader('content-type');
  end(response, status);
}

/** @param body not sent as an answer to HEAD: Node itself drops it */
function end(response: Response, status: number, body?: string | Uint8Array): void {
  const { locals } = response;
  locals.connections.tell(response);
  response.statusCode = status;
  response.end(body);
  locals.answered();
}

/** Sends the head of an answer whose body follows. From then on the request counts as answered. */
export function sendHead(response: Response, status: number): void {
  const { locals } = response;
  locals.connections.tell(response);
  response.writeHead(status);
  locals.answered();
}

/**
 * Returns the ETag of an answer: a hash of its whole body. The version of the record would not be enough, because parts of the
 * body can change while the record's row stays the same: `overdue`, and names that come from other records.
 */
export function etagOf(body: string | Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** True when the header names the tag. The comparison is weak, and `*` matches every tag (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}

/** True when `If-Match` names the tag. The comparison is strong: a weak tag never matches (RFC 9110 §13.1.1). */
export function matchesStrongly(ifMatch: string, etag: string): boolean {
  return ifMatch.split(',').some((candidate) => ['*', etag].includes(candidate.trim()));
}
