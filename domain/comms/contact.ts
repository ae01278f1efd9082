import type { EmailAddress } from '../shared/contact.js';
import type { ConversationId, CustomerId, LeadId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';

export const CONTACT_KINDS = ['customer', 'lead'] as const;
type ContactKind = (typeof CONTACT_KINDS)[number];

/** A customer or a lead, as somebody whom the shop talks with. */
export interface Contact {
  readonly kind: ContactKind;
  readonly id: CustomerId | LeadId;
  /** the name that the API shows */
  readonly name: string;
  /** the names by which the contact is found: a person's whole name, a company's name; empty if there are none */
  readonly names: readonly string[];
  readonly email: EmailAddress | null;
  readonly phone: E164 | null;
  /** the most recently active thread; null: the contact has no thread */
  readonly conversation: ConversationId | null;
  /** when that thread had its last message or call */
  readonly lastActiveAt: Instant | null;
  /** true: texts to the contact are refused */
  readonly textingBlocked: boolean;
  readonly createdAt: Instant;
}
