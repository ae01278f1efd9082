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

/** A capture time means nothing without a source, and is now unless given. */
export function capturedAt(source: ConsentSource, given: Instant | null, now: Instant): Instant | null {
  return source === 'unknown' ? null : (given ?? now);
}
