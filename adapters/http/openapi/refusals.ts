import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';
import { closedObject } from '../../../application/kernel/fields/view.js';
import { givenFields } from '../../../application/kernel/operation/operation.js';
import { ERROR_CODES, type ErrorCode } from '../../../domain/shared/errors.js';
import { readsBody, takesIdempotencyKey } from '../endpoint-input.js';
import { answersFile, type Endpoint } from '../endpoint.js';
import { STATUS_OF } from '../status-of.js';
import type { Components, Part, Ref } from './components.js';
import { ERROR_WORDS } from './error-words.js';
import { ADMITTED, type HeaderName } from './headers.js';

const EVERYWHERE: readonly ErrorCode[] = [
  'unauthorized',
  'org_suspended',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

/** The codes that the document lists for this endpoint, in the order of ERROR_CODES. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { operation, surface, method } = endpoint;
  const asks = method === 'GET' && givenFields(operation, surface).length > 0;
  const codes = new Set<ErrorCode>([
    ...EVERYWHERE,
    ...(surface === 'rest' ? (['plan_lapsed'] as const) : (['forbidden', 'not_found'] as const)),
    ...(operation.scope === 'full' ? (['insufficient_scope'] as const) : []),
    ...(readsBody(endpoint) ? (['invalid_request', 'request_timeout', 'payload_too_large', 'validation_error'] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? (['conflict'] as const) : []),
    ...(asks ? (['validation_error'] as const) : []),
    // The first one: the file is not the one in `If-Match`.
    ...(answersFile(endpoint) ? (['invalid_request', 'range_not_satisfiable'] as const) : []),
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

/**
 * Returns the headers that the document lists for a refusal with this status. It lists none for 408 and 431, with which Node's
 * own server refuses a request that was not read completely.
 */
function headersOf(status: number): readonly HeaderName[] {
  switch (status) {
    case 401:
      return ['X-Request-Id', 'WWW-Authenticate'];
    case 408:
    case 431:
      return [];
    case 409:
      return [...ADMITTED, 'Existing-Location'];
    case 416:
      return [...ADMITTED, 'Unsatisfied-Range'];
    case 422:
      return [...ADMITTED, 'Idempotent-Replayed'];
    case 429:
    case 503:
      return [...ADMITTED, 'Retry-After'];
    default:
      return ADMITTED;
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
