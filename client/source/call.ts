import { errorOf, ShopOperationsError } from './error.js';
import { Limit, type Sleep } from './limit.js';

export interface Settings {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly sleep: Sleep;
}

/** The options of one call. */
export interface CallOptions {
  /** ends the call: it fails with the code `aborted` */
  readonly signal?: AbortSignal | undefined;
  /** the limit in time of this call with all its tries, instead of that of the client */
  readonly timeoutMs?: number | undefined;
  /** the name of this write; by default the client makes one for each call */
  readonly idempotencyKey?: string | undefined;
}

/** A request, as each of its tries sends it. */
export interface Outgoing {
  readonly method: string;
  /** the path with its query, after `/api/v1` */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** the service's names of fields that the client calls otherwise */
  readonly names: Readonly<Record<string, string>>;
  /** false: it is sent once, because a second one would write again */
  readonly repeatable: boolean;
}

const FIRST_WAIT_MS = 500;

/**
 * Sends a request, and again where that may help: after `Retry-After`, else after a random time up to a bound that doubles.
 * @param read reads a success, while the limit in time counts
 * @throws ShopOperationsError
 */
export async function call<T>(
  settings: Settings,
  outgoing: Outgoing,
  options: CallOptions,
  read: (response: Response, limit: Limit) => Promise<T>,
): Promise<T> {
  const { timeoutMs = settings.timeoutMs, signal } = options;
  const limit = new Limit(timeoutMs, signal);
  const most = outgoing.repeatable ? settings.maxRetries : 0;
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(settings, outgoing, limit, read);
      } catch (error) {
        const failure = failureOf(error, limit.signal);
        const waitMs = failure.retryAfterMs ?? backoff(tries, FIRST_WAIT_MS);
        if (!failure.retryable || tries >= most || waitMs >= limit.leftMs) throw failure;
        await settings.sleep(waitMs, limit.signal);
      }
    }
  } finally {
    limit.close();
  }
}

/** A random time below a bound that doubles with each failure. */
export function backoff(failures: number, firstMs: number): number {
  return Math.random() * firstMs * 2 ** failures;
}

async function attempt<T>(
  { baseUrl, key, fetch }: Settings,
  { method, path, headers, body, names }: Outgoing,
  limit: Limit,
  read: (response: Response, limit: Limit) => Promise<T>,
): Promise<T> {
  limit.signal.throwIfAborted();
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      prefer: 'handling=strict',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal: limit.signal,
  });
  if (!response.ok) throw await errorOf(response, baseUrl, names);
  return read(response, limit);
}

/** Returns the error of a call without a whole answer: a connection failed or was cut, or the answer is no JSON. */
export function failureOf(error: unknown, signal: AbortSignal): ShopOperationsError {
  if (signal.aborted && signal.reason instanceof ShopOperationsError) return signal.reason;
  if (error instanceof ShopOperationsError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ShopOperationsError('network_error', `there is no whole answer: ${message}`, { retryable: true, cause: error });
}
