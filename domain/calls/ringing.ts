import { later, type Instant } from '../shared/instant.js';

const LONGEST_RINGING_MS = 24 * 60 * 60 * 1000;

/** The instant at which a call that still rings counts as failed. */
export function ringsUntil(startedAt: Instant): Instant {
  return later(startedAt, LONGEST_RINGING_MS);
}
