import type { DocumentedCode } from './operations.js';

/** The codes of the service, and those of a call that has no answer. */
export type ErrorCode = DocumentedCode | 'network_error' | 'timeout' | 'aborted';

/** The record that has the value already, on a `conflict` of a duplicate. */
export interface Existing {
  /** null: only the address is known */
  readonly id: string | null;
  readonly url: string;
}

interface Facts {
  readonly status?: number | null;
  readonly field?: string | null;
  readonly requestId?: string | null;
  readonly help?: string | null;
  readonly existing?: Existing | null;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** Every failure of a call. `code` is for programs, `message` for people. */
export class ShopOperationsError extends Error {
  override readonly name = 'ShopOperationsError';
  /** null: there is no answer */
  readonly status: number | null;
  /** the wrong field of the input, on a `validation_error` */
  readonly field: string | null;
  /** give it when you ask for help */
  readonly requestId: string | null;
  /** the page that explains the code; null: the service does not know its address */
  readonly help: string | null;
  readonly existing: Existing | null;
  /** true: the same call may succeed later */
  readonly retryable: boolean;
  /** how long the service asks to wait; null: it does not say */
  readonly retryAfterMs: number | null;

  constructor(
    readonly code: ErrorCode,
    message: string,
    {
      status = null,
      field = null,
      requestId = null,
      help = null,
      existing = null,
      retryable = false,
      retryAfterMs = null,
      cause,
    }: Facts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.field = field;
    this.requestId = requestId;
    this.help = help;
    this.existing = existing;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The statuses after which the same call may succeed. Gateways in front of the service answer with 502 and 504. */
const PASSING: readonly number[] = [408, 429, 502, 503, 504];
/** The codes for answers of a gateway, which have no code of the service. */
const CODE_OF: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'request_timeout',
  413: 'payload_too_large',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * The error that an answer tells. It reads the answer's body.
 * @param names the service's names of fields that the client calls otherwise
 */
export async function errorOf(
  response: Response,
  baseUrl: string,
  names: Readonly<Record<string, string>>,
): Promise<ShopOperationsError> {
  const { status, headers } = response;
  const { code, message } = envelopeIn(await response.text());
  const said = message ?? `the answer has the status ${status}`;
  return new ShopOperationsError(code ?? CODE_OF[status] ?? (status < 500 ? 'invalid_request' : 'internal_error'), said, {
    status,
    field: status === 422 ? fieldIn(said, names) : null,
    requestId: headers.get('x-request-id'),
    help: /^<([^>]+)>; rel="help"$/.exec(headers.get('link') ?? '')?.[1] ?? null,
    existing: status === 409 ? existingIn(headers.get('location'), said, baseUrl) : null,
    // A call whose first try is still running is refused with 409, but not for good.
    retryable: PASSING.includes(status) || (status === 409 && headers.get('should-retry') !== 'false'),
    retryAfterMs: waitIn(headers.get('retry-after')),
  });
}

function envelopeIn(text: string): { readonly code?: ErrorCode; readonly message?: string } {
  try {
    // A service may be newer than this client, so a code may be one that the type does not have.
    const { error = {} } = JSON.parse(text) as { error?: { code?: ErrorCode; message?: string } };
    return error;
  } catch {
    return {};
  }
}

function fieldIn(message: string, names: Readonly<Record<string, string>>): string | null {
  const field = /^([\w.[\]-]+): /.exec(message)?.[1] ?? null;
  return Object.entries(names).find(([, theirs]) => theirs === field)?.[0] ?? field;
}

function existingIn(location: string | null, message: string, baseUrl: string): Existing | null {
  if (location === null) return null;
  const id = UUID.exec(location) ?? UUID.exec(message);
  return { id: id?.[0] ?? null, url: new URL(location, baseUrl).href };
}

/** Reads `Retry-After`: seconds, or a date. */
export function waitIn(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
