import { monthsLater, type Instant } from '../shared/instant.js';
import type { Consent, ConsentSource } from './consent.js';
import type { Customer } from './customer.js';

/** The months for which a consent is valid after its capture. `Infinity`: valid until it is withdrawn. 0: never valid. */
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

type Asked = Pick<Consent, 'consentSource' | 'consentCapturedAt'> & Pick<Customer, 'textingBlocked'>;

/** Tells whether campaigns may be sent to a customer. Replies do not need this consent. */
export function hasMarketingConsent(customer: Asked, now: Instant): boolean {
  const { consentSource, consentCapturedAt, textingBlocked } = customer;
  const months = MONTHS[consentSource];
  if (textingBlocked || months === 0) return false;
  if (months === Infinity) return true;
  return consentCapturedAt !== null && now < monthsLater(consentCapturedAt, months);
}
