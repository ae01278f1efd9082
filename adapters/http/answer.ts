import { hash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Allowance } from '../../application/ports/rate-limiter.js';
import type { Connection, Connections } from './connections.js';

export type Headers = OutgoingHttpHeaders;

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** The headers that every JSON answer has. `helmet` is used for pages only. */
export function jsonHeaders(requestId: string): Headers {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
}

/** Sets the headers of the IETF draft "RateLimit header fields for HTTP", revision 10. */
export function tellAllowance(headers: Headers, { quota, remaining, resetSeconds }: Allowance): void {
  if (quota === 0) return;
  headers['ratelimit'] = `"requests";r=${remaining};t=${resetSeconds}`;
  headers['ratelimit-policy'] = `"requests";q=${quota};w=60`;
}

interface Answering {
  readonly response: ServerResponse;
  readonly headers: Headers;
  readonly connection: Connection;
  readonly connections: Connections;
}

/** Sends the answer, unless the request was answered before because its time was over. */
export function send(answering: Answering, status: number, body: string | Uint8Array): void {
  const { response, headers, connection, connections } = answering;
  if (response.headersSent) return;
  headers['content-length'] = Buffer.byteLength(body);
  connections.tell(connection, response, headers);
  response.writeHead(status, headers);
  // Node itself drops the body of an answer to HEAD.
  response.end(body);
}

export function sendNothing({ response, headers, connection, connections }: Answering, status: number): void {
  if (response.headersSent) return;
  delete headers['content-type'];
  connections.tell(connection, response, headers);
  response.writeHead(status, headers);
  response.end();
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
