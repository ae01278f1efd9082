import { changed, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import { heldBy, isByHand, type Held, type Pause } from './pause.js';

/** This state says whether the texts of a shop leave. */
export interface TextingState {
  /** why texts wait; null: they leave */
  readonly held: Held | null;
  /** the provider's words; null: there is no refusal */
  readonly reason: string | null;
  /** when this state began */
  readonly since: Instant;
}

/**
 * Tells a shop that its texts wait, or wait for another reason, because a pause has begun or ended.
 * @param pause the pause that has begun or ended
 * @param holding the pause that holds back the shop's texts now; null: there is none
 * @returns null: the texts of the shop wait for the same reason as before
 */
export function tellTexting(
  { id, until }: Pause,
  holding: Pause | null,
  now: Instant,
): Decision<TextingState, 'texting.paused' | 'texting.resumed'> | null {
  if (holding === null) return changed({ held: null, reason: null, since: now }, now, [{ type: 'texting.resumed' }]);
  // A pause by hand counts before a refusal, so it has held the texts back before, too.
  const isOld = until === null ? holding.id !== id : isByHand(holding);
  if (isOld) return null;
  const reason = isByHand(holding) ? null : holding.reason;
  return changed({ held: heldBy(holding), reason, since: now }, now, [{ type: 'texting.paused' }]);
}
