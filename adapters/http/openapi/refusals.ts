import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';
import { closedObject } from '../../../application/kernel/fields/view.js';
import { ERROR_CODES, type ErrorCode } from '../../../domain/shared/errors.js';
import { answersFile, readsBody, takesIdempotencyKey, type OperationEndpoint } from '../endpoint.js';
import { STATUS_OF } from '../refusal.js';
import type { Components, Part, Ref } from './entry.js';
import { ADMITTED, type HeaderName } from './parameters.js';

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
  precondition_failed: {
    when: 'The record or file is not as `If-Match` says. Nothing changed: read it again.',
    message: 'the record is not as If-Match says; nothing changed, read it again',
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
    when: 'The server failed, or, with `Should-Retry: false`, the call is wrong. Nothing changed.',
    message: 'the server failed; nothing changed',
  },
  not_implemented: { when: 'This is not possible through the API.', message: 'this is not possible through the API' },
  unavailable: {
    when: 'The database cannot be reached, or too many requests are in progress. Nothing changed.',
    message: 'the service cannot reach its database; nothing changed, try again shortly',
  },
};

const EVERYWHERE: readonly ErrorCode[] = [
  'unauthorized',
  'org_suspended',
  'validation_error', // with `Prefer: handling=strict` at least
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

/** The codes that the document lists for this endpoint, in the order of ERROR_CODES. */
export function codesOf(endpoint: OperationEndpoint): readonly ErrorCode[] {
  const { operation, surface } = endpoint;
  const codes = new Set<ErrorCode>([
    ...EVERYWHERE,
    ...(surface === 'rest' ? (['plan_lapsed'] as const) : (['forbidden', 'not_found'] as const)),
    ...(operation.scope === 'full' ? (['insufficient_scope'] as const) : []),
    ...(readsBody(endpoint) ? (['invalid_request', 'request_timeout', 'payload_too_large'] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? (['conflict'] as const) : []),
    ...(answersFile(endpoint) ? (['invalid_request', 'precondition_failed', 'range_not_satisfiable'] as const) : []),
    ...(endpoint.present ? (['precondition_failed'] as const) : []),
    ...(operation.errors ?? []),
  ]);
  return ERROR_CODES.filter((code) => codes.has(code));
}

/** Returns the answers of a refused request, one for each status. The codes with that status are its examples. */
export function refusals(components: Components, codes: readonly ErrorCode[]): Record<string, Ref> {
  const statuses = [...new Set(codes.map((code) => STATUS_OF[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const shared = codes.filter((code) => STATUS_OF[code] === status);
      const name = shared.map(pascal).join('Or');
      return [String(status), components.refer('responses', name, refusal(components, status, shared))];
    }),
  );
}

function refusal(components: Components, status: number, codes: readonly ErrorCode[]): Part {
  const [only, ...more] = codes;
  const explained = (code: ErrorCode): string => `- \`${code}\`: ${ERROR_WORDS[code].when}`;
  return {
    description: only && more.length === 0 ? ERROR_WORDS[only].when : codes.map(explained).join('\n'),
    headers: components.headers(headersOf(status)),
    content: {
      'application/json': {
        schema: envelope(codes),
        examples: Object.fromEntries(codes.map((code) => [code, components.refer('examples', code, exampleOf(code))])),
      },
    },
  };
}

const FINAL: readonly HeaderName[] = ['Link', 'Should-Retry'];

/**
 * Returns the headers that the document lists for a refusal with this status. It lists none for 408 and 431, with which Node's
 * own server refuses a request that was not read completely.
 */
function headersOf(status: number): readonly HeaderName[] {
  switch (status) {
    case 401:
      return ['X-Request-Id', 'WWW-Authenticate', ...FINAL];
    case 408:
    case 431:
      return [];
    case 409:
      return [...ADMITTED, ...FINAL, 'Existing-Location'];
    case 416:
      return [...ADMITTED, ...FINAL, 'Unsatisfied-Range'];
    case 422:
      return [...ADMITTED, ...FINAL, 'Idempotent-Replayed'];
    case 429:
    case 503:
      return [...ADMITTED, 'Link', 'Retry-After'];
    default:
      return [...ADMITTED, ...FINAL];
  }
}

function envelope(codes: readonly ErrorCode[]): JsonSchema {
  const code = { type: 'string', enum: codes, description: 'A stable code for programs.' };
  const message = { type: 'string', description: 'A message for people. It can change.' };
  return closedObject({ error: closedObject({ code, message }) });
}

function exampleOf(code: ErrorCode): Part {
  return { value: { error: { code, message: ERROR_WORDS[code].message } } };
}

function pascal(code: ErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
