import { normalizeEmail, type EmailAddress } from '../../domain/shared/contact.js';
import type { E164 } from '../../domain/shared/phone.js';
import { FIRST_NAMES, LAST_NAMES } from './names.js';
import type { Random } from './random.js';

const AREA_CODES = ['613', '343', '416', '647', '905', '819'] as const;
const MAIL_HOSTS = ['example.com', 'example.org', 'example.net'] as const;
/** Has no factor in common with 10,000: every line number comes once before one comes again. */
const LINE_STEP = 7919;

export interface PersonName {
  readonly first: string;
  readonly last: string;
}

/** Who turns up at the shop: every phone number and every address is given out once. */
export class Contacts {
  private phones = 0;
  private addresses = 0;

  constructor(private readonly random: Random) {}

  name(): PersonName {
    return { first: this.random.pick(FIRST_NAMES), last: this.random.pick(LAST_NAMES) };
  }

  /** Of the exchange 555, which belongs to nobody. */
  phone(): E164 {
    const area = AREA_CODES[this.phones % AREA_CODES.length] ?? AREA_CODES[0];
    const line = (Math.floor(this.phones / AREA_CODES.length) * LINE_STEP) % 10_000;
    this.phones += 1;
    return e164(`+1${area}555${String(line).padStart(4, '0')}`);
  }

  /** @param name what stands before the number that makes it unique, as far as it has Latin letters */
  email(name: string): EmailAddress {
    this.addresses += 1;
    const latin = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^a-z]+/g, '.').replace(/^\.|\.$/g, '');
    return normalizeEmail(`${latin || 'contact'}${this.addresses}@${this.random.pick(MAIL_HOSTS)}`);
  }
}

/** Not normalised: that would be half of the demo's time. A test holds every number against `normalizePhone`. */
export function e164(text: `+1${string}`): E164 {
  return text as string as E164;
}
