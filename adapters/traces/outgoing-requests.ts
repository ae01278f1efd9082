import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Span, Traces } from '../../application/ports/traces.js';
import { systemCodeOf } from '../system-errors.js';

/** The request as undici describes it on its channels: the package, and the copy in Node that `fetch` uses. */
interface Outgoing {
  readonly method: string;
  readonly origin: string | URL;
  addHeader(name: string, value: string): unknown;
}

/** A message of the channels. Each channel has the properties that its listener reads. */
interface Message {
  readonly request: Outgoing;
  readonly response: { readonly statusCode: number };
  readonly error: Error;
}

interface Sent {
  readonly span: Span;
  status: number | null;
}

/**
 * Gives each request of undici and of `fetch` a span and the headers of its trace, if it is sent in a span. The URL is not told: the
 * path of a webhook may be a secret, and a VIN is in the path of the decoder.
 * @returns the end of it
 */
export function traceOutgoing(traces: Traces): () => void {
  const sent = new WeakMap<object, Sent>();
  const listeners: Readonly<Record<string, (message: Message) => void>> = {
    'undici:request:create': ({ request }) => {
      if (!traces.open()) return;
      const span = traces.begin({ name: request.method, kind: 'client', facts: factsOf(request) });
      for (const [name, value] of Object.entries(span.headers())) request.addHeader(name, value);
      sent.set(request, { span, status: null });
    },
    'undici:request:headers': ({ request, response: { statusCode } }) => {
      const found = sent.get(request);
      if (!found) return;
      found.status = statusCode;
      found.span.add({ 'http.response.status_code': statusCode });
      if (statusCode >= 400) found.span.fail(String(statusCode), true);
    },
    'undici:request:trailers': ({ request }) => {
      sent.get(request)?.span.end();
    },
    'undici:request:error': ({ request, error }) => {
      const found = sent.get(request);
      // The rest of an answer may be left unread on purpose.
      if (found?.status === null) found.span.fail(systemCodeOf(error) || error.name, true);
      found?.span.end();
    },
  };
  const channels = Object.entries(listeners) as [string, (message: unknown) => void][]; // safe: undici sends such messages
  for (const [name, listener] of channels) subscribe(name, listener);
  return () => {
    for (const [name, listener] of channels) unsubscribe(name, listener);
  };
}

function factsOf({ method, origin }: Outgoing): Record<string, string | number> {
  const { hostname, port, protocol } = new URL(origin);
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return { 'http.request.method': method, 'server.address': hostname, 'server.port': number };
}
