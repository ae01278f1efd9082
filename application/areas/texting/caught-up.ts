import type { Instant } from '../../../domain/shared/instant.js';

/** A list of the provider with which the service catches up after an outage. */
export type ProviderList = 'texts' | 'calls';

/** The moments before which the service has taken in all that the provider lists. */
export abstract class CaughtUp {
  /** Null: the service has never caught up with the list. */
  abstract until(list: ProviderList): Promise<Instant | null>;
  /** Moves the moment of a list, but never back. */
  abstract note(list: ProviderList, until: Instant): Promise<void>;
}

/** Returns the moment from which a run goes on. If the first run fails, the next one begins where it did. */
export async function beginningOf(caughtUp: CaughtUp, list: ProviderList, first: Instant): Promise<Instant> {
  const until = await caughtUp.until(list);
  if (until !== null) return until;
  await caughtUp.note(list, first);
  return first;
}
