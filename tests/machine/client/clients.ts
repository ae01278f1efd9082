import { ShopOperations, type ClientOptions } from '../../../client/source/shop-operations.js';
import type { Api } from '../../support/api.js';

/** A client with the key of a test. It waits for nothing, so that a test need not. */
export function clientOf(api: Api, options: Partial<ClientOptions> = {}): ShopOperations {
  return new ShopOperations({ baseUrl: api.url, key: String(api.token), sleep: noWait, ...options });
}

/** Passes the time between tries at once. What waits longer than between tries, such as for a silent stream, waits for its end. */
function noWait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  if (ms < 40_000) return new Promise((resolve) => setImmediate(resolve));
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What answers a request in the place of the service: an answer, or the failure of a connection. */
export type Step = Response | Error;

/** A `fetch` that answers with these steps, one after the other, and keeps what was sent. The last step answers all that follow. */
export function scripted(...steps: readonly Step[]): { readonly fetch: typeof fetch; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const answer: typeof fetch = (url, { method = 'GET', headers, body, signal } = {}) => {
    sent.push({
      url: url as string, // safe: the client gives texts
      method,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : null,
    });
    const step = steps[Math.min(sent.length, steps.length) - 1];
    if (step === undefined)
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    return step instanceof Response ? Promise.resolve(step.clone()) : Promise.reject(step);
  };
  return { fetch: answer, sent };
}

export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}, message = code): Response {
  return Response.json({ error: { code, message } }, { status, headers });
}
