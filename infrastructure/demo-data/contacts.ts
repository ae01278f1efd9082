import type { DemoShop } from './demo-shops.js';
import type { Random } from './random.js';

const MAIL_HOSTS = ['example.com', 'example.org', 'example.net'] as const;
/**
 * The step from one line number to the next. It is a prime number, so that every line number of a prefix is used before one is
 * used again.
 */
const LINE_STEP = 7919;

/** Makes the contacts of a shop. No two contacts get the same phone number or the same e-mail address. */
export class DemoContacts {
  private count = 0;

  constructor(private readonly shop: Pick<DemoShop, 'words' | 'familyNameFirst' | 'customerPhones'>) {}

  /** `first` is the name by which the shop's greeting calls the contact. */
  next(random: Random): Readonly<Record<'name' | 'first' | 'phone' | 'email', string>> {
    const { words, familyNameFirst } = this.shop;
    const given = nameOf(random.pick(words['firstNames'] as readonly string[]));
    const family = nameOf(random.pick(words['lastNames'] as readonly string[]));
    const [first, last] = familyNameFirst ? [family, given] : [given, family];
    const phone = this.phone(this.count);
    this.count += 1;
    const letters = lettersOf(`${given.latin} ${family.latin}`) || 'contact';
    const email = `${letters}${this.count}@${random.pick(MAIL_HOSTS)}`;
    return { name: `${first.written} ${last.written}`, first: first.written, phone, email };
  }

  private phone(index: number): string {
    const { prefixes, digits, first, lines, local } = this.shop.customerPhones;
    const area = Math.floor(index / (lines * local));
    const prefix = prefixes[area * local + (index % local)];
    if (prefix === undefined) throw new Error('all numbers are given out');
    const line = first + ((Math.floor((index % (lines * local)) / local) * LINE_STEP) % lines);
    return `${prefix}${String(line).padStart(digits, '0')}`;
  }
}

/** A name in another script may have its form in Latin letters behind a stroke: `葵/Aoi`. */
function nameOf(text: string): { readonly written: string; readonly latin: string } {
  const [written = text, latin = written] = text.split('/');
  return { written, latin };
}

/** The Latin letters of a text in lower case without accents, with a `.` between words. */
function lettersOf(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z]+/g, '.').replace(/^\.|\.$/g, '');
}
