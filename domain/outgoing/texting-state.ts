import { changed, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';

/** Whether the provider takes the texts of a shop. */
export interface TextingState {
  /** `account_refused`: the provider refuses the whole account, so texts wait; null: it takes them */
  readonly held: 'account_refused' | null;
  /** the provider's words; null: there is no refusal */
  readonly reason: string | null;
  /** when this state began */
  readonly since: Instant;
}

/** The provider refuses the whole account: texts wait until it is accepted again, or until they are too late. */
export function refuseTexting(reason: string, now: Instant): Decision<TextingState, 'texting.paused'> {
  return changed({ held: 'account_refused', reason, since: now }, now, [{ type: 'texting.paused' }]);
}

/** The provider takes texts again. */
export function resumeTexting(now: Instant): Decision<TextingState, 'texting.resumed'> {
  return changed({ held: null, reason: null, since: now }, now, [{ type: 'texting.resumed' }]);
}
