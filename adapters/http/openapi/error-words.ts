import type { ErrorCode } from '../../../domain/shared/errors.js';

interface Words {
  readonly when: string;
  /** an example of the service's message in this case */
  readonly message: string;
}

/** The document's description of each error code. The type requires a description for every code. */
export const ERROR_WORDS: Readonly<Record<ErrorCode, Words>> = {
  invalid_request: { when: 'The body is not JSON in UTF-8.', message: 'the body is not valid JSON' },
  unauthorized: {
    when: 'The key is missing, malformed, unknown, revoked or expired.',
    message: 'this API key is unknown or revoked',
  },
  plan_lapsed: {
    when: 'The account has no active subscription. Retrying does not help.',
    message: 'the account behind this key has no active subscription; retrying does not help',
  },
  org_suspended: {
    when: 'The account is suspended. Retrying does not help.',
    message: 'the account behind this key is suspended; retrying does not help',
  },
  insufficient_scope: {
    when: 'A key with scope `read` was used on a write.',
    message: 'this operation writes and needs a key with scope full; this key has scope read',
  },
  forbidden: {
    when: 'The key lacks the section permission that this operation needs.',
    message: 'this operation needs the section inbox.access at level act',
  },
  not_found: {
    when: 'The shop has no such record. On capability endpoints also: the feature is switched off.',
    message: 'record not found',
  },
  method_not_allowed: {
    when: 'The path does not answer this method. `Allow` names the methods that it answers.',
    message: 'this path answers GET, POST, HEAD, OPTIONS',
  },
  request_timeout: { when: 'The request took too long to arrive.', message: 'the request took too long to arrive' },
  conflict: {
    when:
      'Another record has the same value (the message and `Location` name that record), the state of the record does not ' +
      'allow the change, or a call with the same `Idempotency-Key` is still in progress.',
    message: 'this email already belongs to a customer (existing id: 0199a3c4-5b60-7c1e-8f3a-2d9b6e4c7a10)',
  },
  payload_too_large: { when: 'The body is larger than 256 KiB.', message: 'the body must be at most 262144 bytes' },
  range_not_satisfiable: {
    when: 'The file has none of the bytes that `Range` names. `Content-Range` says how long the file is.',
    message: 'the file has 1000 bytes, and none of those that Range names',
  },
  validation_error: { when: 'A field is invalid. The message begins with its name.', message: 'name: name is required' },
  rate_limited: {
    when: 'The key made too many requests, or its budget is used up. `Retry-After` says how many seconds to wait.',
    message: 'more than 120 requests in 60 seconds on this key; retry in 42 s',
  },
  headers_too_large: { when: 'The headers are larger than 16 KiB.', message: 'the headers must be at most 16 KiB' },
  internal_error: {
    when: 'The server failed, or this operation documents the refusal as 500. Nothing changed.',
    message: 'the server failed; nothing changed',
  },
  not_implemented: { when: 'This is not possible through the API.', message: 'this is not possible through the API' },
  unavailable: {
    when: 'The database cannot be reached, or too many requests are in progress. Nothing changed.',
    message: 'the service cannot reach its database; nothing changed, try again shortly',
  },
};
