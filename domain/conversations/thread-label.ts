import { leadName, type Lead } from '../leads/lead.js';
import type { Conversation } from './conversation.js';

/** The names by which people know a thread. `lead` is null in a thread that is with no lead. */
export interface ThreadNames extends Pick<Conversation, 'contactNumber' | 'subject'> {
  readonly customer: string | null;
  readonly lead: Pick<Lead, 'firstName' | 'lastName' | 'companyName'> | null;
}

/** The display name of a thread: the name of its customer or of its lead, or else the contact's number, or else the subject. */
export function threadLabel({ customer, lead, contactNumber, subject }: ThreadNames): string | null {
  return customer ?? (lead ? leadName(lead) : (contactNumber ?? subject));
}
