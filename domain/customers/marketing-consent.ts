import { monthsLater, type Instant } from '../shared/instant.js';
import type { OptOut } from '../texting/opt-out.js';
import type { Consent, ConsentSource } from './consent.js';

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

type Asked = Pick<Consent, 'consentSource' | 'consentCapturedAt'>;
type Row = Pick<OptOut, 'liftedAt' | 'consentEndedAt'>;

/**
 * Tells whether campaigns may be sent to a customer. Replies do not need this consent.
 * @param optOut the row of the customer's phone, also a lifted one: a consent that an opt-out ended stays ended
 */
export function hasMarketingConsent({ consentSource, consentCapturedAt }: Asked, optOut: Row | null, now: Instant): boolean {
  const months = MONTHS[consentSource];
  if (months === 0 || (optOut && hasEnded(consentCapturedAt, optOut))) return false;
  if (months === Infinity) return true;
  return consentCapturedAt !== null && now < monthsLater(consentCapturedAt, months);
}

function hasEnded(capturedAt: Instant | null, { liftedAt, consentEndedAt }: Row): boolean {
  return liftedAt === null || (consentEndedAt !== null && (capturedAt === null || capturedAt <= consentEndedAt));
}
