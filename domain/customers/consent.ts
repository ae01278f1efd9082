import type { Instant } from '../shared/instant.js';

export const CONSENT_SOURCES = [
  'express_written',
  'express_verbal',
  'online_booking',
  'web_form',
  'implied_existing_business',
  'implied_inquiry',
  'imported',
  'unknown',
] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

export interface Consent {
  readonly consentSource: ConsentSource;
  readonly consentCapturedAt: Instant | null;
  readonly consentNote: string | null;
}

/** The capture time of a consent: the given time, or now. A consent of unknown source has no capture time. */
export function capturedAt(source: ConsentSource, given: Instant | null, now: Instant): Instant | null {
  return source === 'unknown' ? null : (given ?? now);
}
