import type { EmailAddress } from '../shared/contact.js';
import { ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CustomerId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import type { Consent } from './consent.js';

export interface Customer extends Consent {
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

export type NewCustomer = Pick<Customer, 'id' | 'name' | 'email' | 'phone'> & Consent;

/** The new values of a customer. An absent field is not changed. A field that is null is cleared. */
export interface CustomerChange {
  readonly name?: string;
  readonly email?: EmailAddress | null;
  readonly phone?: E164 | null;
  readonly tags?: readonly string[];
  readonly isVip?: boolean;
}

export function openCustomer(given: NewCustomer, now: Instant): Decision<Customer, 'customer.created'> {
  requireContact(given);
  const customer: Customer = {
    ...given,
    city: null,
    region: null,
    postalCode: null,
    tags: [],
    isVip: false,
    createdAt: now,
  };
  return changed(customer, now, [{ type: 'customer.created' }]);
}

/** Changes a customer. @throws ValidationError when the changed customer would have neither an email nor a phone */
export function changeCustomer(customer: Customer, change: CustomerChange, now: Instant): Decision<Customer, 'customer.updated'> {
  const next: Customer = { ...customer, ...change };
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
  return (
    one.name === other.name &&
    one.email === other.email &&
    one.phone === other.phone &&
    one.isVip === other.isVip &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, index) => tag === other.tags[index])
  );
}
