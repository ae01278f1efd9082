import { normalizeEmail, type EmailAddress } from '../../../domain/shared/contact.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { DemoPart } from '../demo-part.js';
import type { Name, People, PhoneRange } from '../shops/demo-shop.js';
import type { Random } from './random.js';

const MAIL_HOSTS = ['example.com', 'example.org', 'example.net'] as const;
/**
 * The step from one line number to the next. It is a prime number, so that every line number of a prefix is used before one is
 * used again.
 */
const LINE_STEP = 7919;

export interface PersonName {
  /** the two parts of the name, in the order of the shop's country: in Japan `first` is the family name */
  readonly first: string;
  readonly last: string;
  /** the name for an e-mail address, in Latin letters if it has such a form */
  readonly latin: string;
}

/** Makes the contacts of a shop. No two contacts get the same phone number or the same e-mail address. */
export class Contacts {
  private phones = 0;
  private addresses = 0;

  constructor(
    private readonly random: Random,
    private readonly people: People,
    private readonly range: PhoneRange,
  ) {}

  name(): PersonName {
    const given = this.random.pick(this.people.firstNames);
    const family = this.random.pick(this.people.lastNames);
    const [first, last] = this.people.familyNameFirst ? [family, given] : [given, family];
    return { first: writtenOf(first), last: writtenOf(last), latin: `${latinOf(given)} ${latinOf(family)}` };
  }

  phone(): E164 {
    const { prefixes, digits, first, lines, local } = this.range;
    const area = Math.floor(this.phones / (lines * local));
    const prefix = prefixes[area * local + (this.phones % local)];
    if (prefix === undefined) throw new Error('all numbers are given out');
    const line = first + ((Math.floor((this.phones % (lines * local)) / local) * LINE_STEP) % lines);
    this.phones += 1;
    return e164(`${prefix}${String(line).padStart(digits, '0')}`);
  }

  /**
   * Returns a new e-mail address.
   * @param latin the name for the address; only its Latin letters are used, and a number after them makes the address unique
   */
  email(latin: string): EmailAddress {
    this.addresses += 1;
    return normalizeEmail(`${lettersOf(latin) || 'contact'}${this.addresses}@${this.random.pick(MAIL_HOSTS)}`);
  }
}

export const demoContacts: DemoPart<Contacts> = {
  name: 'contacts',
  per: 'shop',
  make: ({ random, shop }) => new Contacts(random, shop.people, shop.customerPhones),
};

export function writtenOf(name: Name): string {
  return typeof name === 'string' ? name : name[0];
}

export function latinOf(name: Name): string {
  return typeof name === 'string' ? name : name[1];
}

/** The Latin letters of a text in lower case without accents, with a `.` between words. */
function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '');
}

/**
 * Returns the text as an E.164 number without checking it, because `normalizePhone` would take half of the time that the demo
 * needs. A test checks every number of the demo.
 */
export function e164(text: `+${string}`): E164 {
  return text as string as E164;
}
