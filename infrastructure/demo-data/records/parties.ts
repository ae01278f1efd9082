import type { Customer } from '../../../domain/customers/customer.js';
import { leadName, type Lead } from '../../../domain/leads/lead.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { CustomerId, LeadId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Contacts } from '../random/contacts.js';
import type { PartContext } from '../random/part-context.js';

/** The contact of a thread. The shop can reach it by phone or e-mail, or in the web site's chat, where a name is enough. */
export interface Party {
  readonly customerId: CustomerId | null;
  readonly leadId: LeadId | null;
  readonly name: string | null;
  /** the name that the shop's greeting uses; null: unknown */
  readonly firstName: string | null;
  readonly email: EmailAddress | null;
  readonly phone: E164 | null;
  /** the time before which the contact has no messages */
  readonly since: Instant;
}

export function customerParty({ id, name, email, phone, createdAt }: Customer): Party {
  // A company's name contains the name of its contact person in brackets.
  const firstName = /^[^(]*\((.+)\)$/.exec(name ?? '')?.[1] ?? name?.split(' ')[0] ?? null;
  return { customerId: id, leadId: null, name, firstName, email, phone, since: createdAt };
}

export function leadParty(lead: Lead): Party {
  const { id, firstName, email, phone, createdAt } = lead;
  return { customerId: null, leadId: id, name: leadName(lead), firstName, email, phone, since: createdAt };
}

/** Returns a contact of whom the shop knows only a phone number, or only an e-mail address. */
export function strangerParty(context: PartContext, contacts: Contacts): Party {
  const byPhone = context.random.chance(0.85);
  return {
    ...{ customerId: null, leadId: null, name: null, firstName: null },
    email: byPhone ? null : contacts.email(''),
    phone: byPhone ? contacts.phone() : null,
    since: context.between(context.daysAgo(360), context.now),
  };
}
