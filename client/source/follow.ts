import { backoff, failureOf, type Settings } from './call.js';
import type { FeedEvent } from './document.js';
import { newest, polled, streamed, type Place } from './feed.js';

type Kind = FeedEvent['type'];
type OfType<Type extends Kind> = Extract<FeedEvent, { readonly type: Type }>;

export interface FollowOptions<Type extends Kind = Kind> {
  /** the `number` of the last event that you have; left out: what comes from now on */
  readonly after?: number | undefined;
  /** only events of these kinds */
  readonly types?: readonly Type[] | undefined;
  /** ends it without an error */
  readonly signal?: AbortSignal | undefined;
}

const FIRST_WAIT_MS = 2000;
const MOST_DOUBLINGS = 4;

/**
 * Every event once and in order, for as long as somebody reads. When the connection is cut or the service stops, it goes on from the
 * last event.
 * @throws ShopOperationsError when trying again does not help, such as an `after` whose events are no longer kept
 */
export async function* follow<Type extends Kind>(
  settings: Settings,
  { after, types, signal = new AbortController().signal }: FollowOptions<Type> = {},
): AsyncGenerator<OfType<Type>, void, undefined> {
  const wanted: readonly Kind[] | undefined = types;
  const only = wanted?.length === 1 ? wanted[0] : undefined;
  const place: Place = { position: after ?? null, only, signal, failures: 0, firstWaitMs: FIRST_WAIT_MS, isStreamed: true };
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    let waitMs: number | null = null;
    try {
      place.position ??= await newest(settings, signal);
      for await (const event of place.isStreamed ? streamed(settings, place) : polled(settings, place)) {
        if (isOver()) return;
        if (event.number <= place.position) continue;
        place.position = event.number;
        // The cast is safe: the event is of one of the wanted kinds.
        if (wanted?.includes(event.type) ?? true) yield event as OfType<Type>;
      }
    } catch (error) {
      if (isOver()) return;
      const failure = failureOf(error, signal);
      if (!failure.retryable) throw failure;
      waitMs = failure.retryAfterMs;
    }
    waitMs ??= backoff(Math.min(place.failures, MOST_DOUBLINGS), place.firstWaitMs);
    place.failures += 1;
    // Only the signal ends the wait early, and then the loop ends.
    await settings.sleep(waitMs, signal).catch(() => undefined);
  }
}
