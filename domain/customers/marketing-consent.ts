import { monthsLater, type Instant } from '../shared/instant.js';
import type { Consent, ConsentSource } from './consent.js';
import type { Customer } from './customer.js';

/** For how many months from its capture a consent holds; one that was given in words or writing holds until it is withdrawn. */
const MONTHS: Readonly<Record<ConsentSource, number>> = {
  express_written: Infinity,
  express_verbal: Infinity,
  online_booking: Infinity,
  web_form: Infinity,
  implied_existing_business: 24,
  implied_inquiry: 6,
  imported: 0,
  unknown: 0,
};

/** Governs campaigns, not replies. */
export function hasMarketingConsent(
  { consentSource, consentCapturedAt, textingBlocked }: Pick<Consent, 'consentSource' | 'consentCapturedAt'> & Pick<Customer, 'textingBlocked'>,
  now: Instant,
): boolean {
  const months = MONTHS[consentSource];
  if (textingBlocked || months === 0) return false;
  if (months === Infinity) return true;
  return consentCapturedAt !== null && now < monthsLater(consentCapturedAt, months);
}
