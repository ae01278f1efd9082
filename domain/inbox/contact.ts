import type { EmailAddress } from '../shared/contact.js';
import type { ConversationId, CustomerId, LeadId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import { nameWords } from '../shared/search.js';
import { codePoints } from '../shared/text.js';

export const CONTACT_KINDS = ['customer', 'lead', 'thread'] as const;
type ContactKind = (typeof CONTACT_KINDS)[number];

/** A customer, a lead, or a stranger who has a thread, as somebody whom the shop talks with. */
export interface Contact {
  readonly kind: ContactKind;
  readonly id: CustomerId | LeadId | ConversationId;
  /** the name that the API shows; of a stranger the number */
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

export const CLUES = ['phone', 'email', 'name'] as const;
type Clue = (typeof CLUES)[number];

/** The facts that are known about somebody. A clue that is absent or null matches nobody. */
export interface Clues {
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly name?: string | null;
}

/** A contact, with the clues that it matches and how well it matches them. */
export interface ContactMatch {
  readonly contact: Contact;
  readonly matched: readonly Clue[];
  /** more than 0 and less than 1, with three decimals */
  readonly score: number;
}

/** The chance that a contact is the wanted one when this clue alone matches. */
const WEIGHTS = { phone: 0.9, email: 0.8, wholeName: 0.6, wholeWords: 0.45, partOfName: 0.3 } as const;

/** A typed name whose words are all shorter than this finds only the beginnings of words. */
const PART = 3;

/**
 * Returns the contacts that match at least one clue, the best first. Of contacts with the same score, customers come before leads,
 * then the one that was active last comes first, then the newest.
 */
export function rankContacts(contacts: readonly Contact[], clues: Clues): readonly ContactMatch[] {
  const typed = nameWords(clues.name ?? '');
  return contacts.flatMap((contact) => matchOf(contact, clues, typed) ?? []).toSorted(compare);
}

/**
 * The score treats the clues as independent: it is the chance that not all of them mislead. So another matching clue always
 * raises it. A phone scores 0.9, an e-mail address 0.8, a whole name 0.6, whole words of
 * a name 0.45, a part of a word 0.3, a phone and a whole name 0.96.
 */
function matchOf(contact: Contact, { phone, email }: Clues, typed: readonly string[]): ContactMatch | null {
  const weights: Readonly<Record<Clue, number>> = {
    phone: phone && contact.phone === phone ? WEIGHTS.phone : 0,
    email: email && contact.email === email ? WEIGHTS.email : 0,
    name: weightOfName(typed, contact.names),
  };
  const matched = CLUES.filter((clue) => weights[clue] > 0);
  const misled = matched.reduce((chance, clue) => chance * (1 - weights[clue]), 1);
  return matched.length === 0 ? null : { contact, matched, score: Math.round(1000 * (1 - misled)) / 1000 };
}

/** The order of words, their accents and their case do not matter. */
function weightOfName(typed: readonly string[], names: readonly string[]): number {
  if (typed.length === 0) return 0;
  const sets = names.map(nameWords);
  const whole = typed.toSorted().join(' ');
  if (sets.some((words) => words.toSorted().join(' ') === whole)) return WEIGHTS.wholeName;
  const words = sets.flat();
  if (typed.every((word) => words.includes(word))) return WEIGHTS.wholeWords;
  const isShort = typed.every((word) => codePoints(word) < PART);
  const isFound = (part: string): boolean => words.some((word) => (isShort ? word.startsWith(part) : word.includes(part)));
  return typed.every(isFound) ? WEIGHTS.partOfName : 0;
}

function compare(one: ContactMatch, other: ContactMatch): number {
  const [a, b] = [one.contact, other.contact];
  return (
    other.score - one.score ||
    CONTACT_KINDS.indexOf(a.kind) - CONTACT_KINDS.indexOf(b.kind) ||
    latestFirst(a.lastActiveAt ?? '', b.lastActiveAt ?? '') ||
    latestFirst(a.createdAt, b.createdAt) ||
    latestFirst(a.id, b.id)
  );
}

function latestFirst(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? -1 : 1;
}
