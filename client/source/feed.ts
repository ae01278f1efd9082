import { call, type Outgoing, type Settings } from './call.js';
import type { FeedEvent } from './document.js';
import { ShopOperationsError, waitIn } from './error.js';
import { framesIn } from './server-sent-events.js';
import { shownEvent } from './shown.js';

type Events = AsyncGenerator<FeedEvent, void, undefined>;

/** The state of a reader: its position in the feed, and how it asks for the next events. */
export interface Place {
  /** the number of the last event that the reader has; null: it begins with what comes from now on */
  position: number | null;
  /** the only kind that the service is asked for; undefined: all */
  readonly only: string | undefined;
  readonly signal: AbortSignal;
  /** the tries since something came */
  failures: number;
  /** the bound of the first wait after a failure */
  firstWaitMs: number;
  /** false: streams do not come through, so pages are polled */
  isStreamed: boolean;
}

/** A stream that says nothing for so long is dead: the service says at least every 15 s that it lives. */
const SILENCE_MS = 45_000;
/** The longest time that the service lets a request wait for an event. */
const POLL_SECONDS = 25;
/** A poll may take longer than other calls. */
const POLL_TIMEOUT_MS = 60_000;

/** The number of the newest event. */
export async function newest(settings: Settings, signal: AbortSignal): Promise<number> {
  const { meta } = await call(settings, asking({ after: 'latest', limit: 1 }), { signal }, page);
  return meta.next_after;
}

/** The events after a place, as the service sends them, until the stream ends. */
export async function* streamed(settings: Settings, place: Place): Events {
  const asked = asking({ after: place.position, type: place.only }, 'text/event-stream');
  const { response, end } = await call(settings, asked, { signal: place.signal }, (answer, limit) =>
    Promise.resolve({ response: answer, end: limit.outlive() }),
  );
  try {
    if (response.body && response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      yield* eventsIn(response.body, settings, place);
    } else {
      place.isStreamed = false;
      await response.body?.cancel();
    }
  } finally {
    end();
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>, settings: Settings, place: Place): Events {
  const reader = body.getReader();
  let chunks = 0;
  const read = async (): ReturnType<typeof reader.read> => {
    const chunk = await heard(settings, place.signal, reader.read());
    chunks += 1;
    return chunk;
  };
  try {
    for await (const { id, event, data, retry } of framesIn(read)) {
      place.failures = 0;
      if (retry !== undefined) place.firstWaitMs = Number(retry);
      if (event === 'reset') throw resetIn(data);
      if (data !== undefined) yield eventOf(JSON.parse(data), settings);
      // Without an event, the number says how far the service has looked.
      else if (id !== undefined) place.position = Math.max(place.position ?? 0, Number(id));
    }
  } finally {
    // A gateway that holds streams back lets nothing through, not even the beginning.
    if (chunks === 0) place.isStreamed = false;
    // A connection that is gone needs no end.
    reader.cancel().catch(() => undefined);
  }
}

/** The events after a place, page by page. Each request waits for an event. */
export async function* polled(settings: Settings, place: Place): Events {
  for (;;) {
    const asked = asking({ after: place.position, type: place.only, wait: POLL_SECONDS });
    const { data, meta, pauseMs } = await call(settings, asked, { signal: place.signal, timeoutMs: POLL_TIMEOUT_MS }, page);
    place.failures = 0;
    for (const event of data) yield eventOf(event, settings);
    place.position = Math.max(place.position ?? 0, meta.next_after);
    // Too many requests of the key wait already.
    if (pauseMs !== null) await settings.sleep(pauseMs, place.signal);
  }
}

function asking(fields: Readonly<Record<string, string | number | null | undefined>>, accept = 'application/json'): Outgoing {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return { method: 'GET', path: `/events?${query}`, headers: { accept }, names: {}, repeatable: true };
}

/** The document says that the service answers this type. */
function eventOf(event: unknown, { baseUrl }: Settings): FeedEvent {
  return shownEvent(event, baseUrl) as FeedEvent;
}

interface FeedPage {
  readonly data: readonly unknown[];
  readonly meta: { readonly next_after: number };
  readonly pauseMs: number | null;
}

async function page(response: Response): Promise<FeedPage> {
  // The document says that the service answers this type.
  const read = (await response.json()) as Omit<FeedPage, 'pauseMs'>;
  return { ...read, pauseMs: waitIn(response.headers.get('retry-after')) };
}

/** Reads from a stream. Fails when nothing comes for too long. */
async function heard<T>({ sleep }: Settings, signal: AbortSignal, read: Promise<T>): Promise<T> {
  const over = new AbortController();
  const stop = (): void => {
    over.abort(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  const silence = sleep(SILENCE_MS, over.signal).then(() => {
    throw new ShopOperationsError('network_error', 'the stream of events is silent', { retryable: true });
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    over.abort();
    signal.removeEventListener('abort', stop);
  }
}

function resetIn(data = '{}'): ShopOperationsError {
  const { reason = 'the events after this place are no longer kept' } = JSON.parse(data) as { reason?: string };
  return new ShopOperationsError('validation_error', reason, { status: 422, field: 'after' });
}
