import { annotatedBy, withMerged, type Annotated, type AnnotationChange } from '../shared/annotated.js';
import type { EmailAddress } from '../shared/contact.js';
import type { Changing } from '../shared/changing.js';
import { ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CustomerId } from '../shared/id.js';
import { monthsLater, type Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import type { OptOut } from '../texting/opt-out.js';

export interface Customer extends Consent, Changing, Annotated {
  readonly id: CustomerId;
  readonly name: string | null;
  readonly email: EmailAddress | null;
  readonly phone: E164 | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postalCode: string | null;
  readonly tags: readonly string[];
  readonly isVip: boolean;
  readonly createdAt: Instant;
}

export type NewCustomer = Pick<Customer, 'id' | 'name' | 'email' | 'phone'> & Consent & AnnotationChange;

/** The new values of a customer. An absent field is not changed. A field that is null is cleared. */
export interface CustomerChange extends AnnotationChange, Partial<Consent> {
  readonly name?: string;
  readonly email?: EmailAddress | null;
  readonly phone?: E164 | null;
  readonly city?: string | null;
  readonly region?: string | null;
  readonly postalCode?: string | null;
  readonly tags?: readonly string[];
  readonly isVip?: boolean;
}

export function openCustomer(given: NewCustomer, now: Instant): Decision<Customer, 'customer.created'> {
  requireContact(given);
  const customer: Customer = {
    ...given,
    ...annotatedBy(given),
    city: null,
    region: null,
    postalCode: null,
    tags: [],
    isVip: false,
    createdAt: now,
  };
  return changed(customer, now, [{ type: 'customer.created' }]);
}

/** @throws ValidationError when the changed customer would have neither an email nor a phone, or too much metadata */
export function changeCustomer(customer: Customer, change: CustomerChange, now: Instant): Decision<Customer, 'customer.updated'> {
  const next: Customer = { ...customer, ...withMerged(customer, change) };
  requireContact(next);
  return isSame(customer, next) ? unchanged(customer) : changed(next, now, [{ type: 'customer.updated' }]);
}

export function customerName(customer: Pick<Customer, 'name'>): string {
  return customer.name ?? '—';
}

/** @throws ValidationError when the customer has neither an email nor a phone */
export function requireContact(customer: Pick<Customer, 'email' | 'phone'>): void {
  if (customer.email === null && customer.phone === null) {
    throw new ValidationError('email', 'a customer needs an email or a phone');
  }
}

function isSame(one: Customer, other: Customer): boolean {
  const fields = Object.keys(other) as (keyof Customer)[]; // safe: a customer has no other properties
  return (
    fields.every((field) => field === 'tags' || one[field] === other[field]) &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, index) => tag === other.tags[index])
  );
}

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

/**
 * The consent after a change. If no capture time is given and the source stays the same, the stored capture time is kept.
 * @param given undefined: the source is not changed
 * @throws ValidationError when the capture time is in the future
 */
export function consentAfter(
  before: Pick<Consent, 'consentSource' | 'consentCapturedAt'>,
  given: ConsentSource | undefined,
  at: Instant | null,
  now: Instant,
): Pick<Consent, 'consentSource' | 'consentCapturedAt'> {
  const source = given ?? before.consentSource;
  if (at !== null && at > now) throw new ValidationError('consent_captured_at', 'must not be in the future');
  if (at === null && source === before.consentSource)
    return { consentSource: source, consentCapturedAt: before.consentCapturedAt };
  return { consentSource: source, consentCapturedAt: capturedAt(source, at, now) };
}

/** The months for which a consent is valid after its capture. `Infinity`: valid until it is withdrawn. 0: never valid. */
export const CONSENT_MONTHS: Readonly<Record<ConsentSource, number>> = {
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
  const months = CONSENT_MONTHS[consentSource];
  if (months === 0 || (optOut && hasEnded(consentCapturedAt, optOut))) return false;
  if (months === Infinity) return true;
  return consentCapturedAt !== null && now < monthsLater(consentCapturedAt, months);
}

function hasEnded(capturedAt: Instant | null, { liftedAt, consentEndedAt }: Row): boolean {
  return liftedAt === null || (consentEndedAt !== null && (capturedAt === null || capturedAt <= consentEndedAt));
}

/** A person who was erased: only the ids are left. */
export interface ErasedCustomer {
  readonly id: CustomerId;
  readonly threads: readonly string[];
  readonly leads: readonly string[];
}

export function tellErasure(erased: ErasedCustomer, now: Instant): Decision<ErasedCustomer, 'customer.erased'> {
  return changed(erased, now, [{ type: 'customer.erased' }]);
}

export const IMPORTED_CUSTOMER = { made: { type: 'customer.created' }, edited: { type: 'customer.updated' } } as const;
