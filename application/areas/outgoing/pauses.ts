import type { Pause } from '../../../domain/outgoing/pause.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Announced } from '../../kernel/events/announcer.js';

/** A pause that ended longer ago than this says nothing about what waits now. */
export const PAUSES_KEPT_MS = 30 * 24 * 3_600_000;

/** The pauses of all that leaves the service. A change takes effect on every instance within a second. */
export abstract class Pauses {
  /** The open pauses, and those that are kept, oldest first. Usually it answers from memory. */
  abstract known(): Promise<readonly Pause[]>;
  /** False: there is an open pause of the same way, shop and cause, so nothing is stored. */
  abstract add(pause: Pause): Promise<boolean>;
  /** False: the pause had ended before. */
  abstract end(id: Pause['id'], at: Instant): Promise<boolean>;
  /**
   * Takes the one try of a pause whose time has come, so that only the caller makes it.
   * @param next the time of the next try
   * @returns false: somebody else has taken it, or its time has not come
   */
  abstract takeTry(id: Pause['id'], now: Instant, next: Instant): Promise<boolean>;
  /** Notes what the shops are told of a pause. False: they were told before. */
  abstract markTold(id: Pause['id'], told: Pause['told']): Promise<boolean>;
  /** Sets the time of the next try of a pause that has tries. */
  abstract tryAt(id: Pause['id'], at: Instant): Promise<void>;
  /** The shops that have a line for texts, or a messaging service. */
  abstract shopsThatText(): Promise<readonly ShopId[]>;
  /** Stores the events of a decision whose record is stored nowhere else. */
  abstract tell(shop: ShopId, decision: Announced<unknown>): Promise<void>;
}
