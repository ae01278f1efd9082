import { capturedAt, CONSENT_SOURCES, type ConsentSource } from '../../domain/customers/consent.js';
import type { Customer } from '../../domain/customers/customer.js';
import type { Contacts } from './contacts.js';
import { COMPANIES } from './names.js';
import type { Random } from './random.js';
import type { Scene } from './scene.js';

const CUSTOMERS = 1500;

const CITIES = [
  { city: 'Ottawa', region: 'ON', postal: 'K1' },
  { city: 'Nepean', region: 'ON', postal: 'K2' },
  { city: 'Orléans', region: 'ON', postal: 'K4' },
  { city: 'Gatineau', region: 'QC', postal: 'J8' },
  { city: 'Kingston', region: 'ON', postal: 'K7' },
  { city: 'Toronto', region: 'ON', postal: 'M5' },
] as const;
const POSTAL_LETTERS = 'ABCEGHJKLMNPRSTVWXYZ';
const TAGS = [
  ...['fleet', 'repeat', 'ceramic', 'detail club', 'winter tires', 'warranty', 'referral', 'senior discount', 'français'],
  ...['Tesla', 'needs shuttle', 'pays cash'],
] as const;
const CONSENTS: readonly (readonly [ConsentSource, number])[] = CONSENT_SOURCES.map((source) => [
  source,
  { online_booking: 25, web_form: 15, express_written: 15, implied_existing_business: 15, unknown: 10, imported: 8 }[
    source as string
  ] ?? 5,
]);

export function demoCustomers(scene: Scene, contacts: Contacts): Customer[] {
  return scene.times(CUSTOMERS, 365).map((createdAt): Customer => {
    const { random } = scene;
    const name = nameOf(random, contacts);
    const reach = random.weighted([['both', 80], ['email', 6], ['phone', 14]] as const);
    const consentSource = random.weighted(CONSENTS);
    return {
      id: scene.id<'Customer'>(createdAt),
      name,
      email: reach === 'phone' ? null : contacts.email(name ?? ''),
      phone: reach === 'email' ? null : contacts.phone(),
      ...(random.chance(0.9) ? placeOf(random) : { city: null, region: null, postalCode: null }),
      tags: tagsOf(random),
      isVip: random.chance(0.06),
      consentSource,
      consentCapturedAt: capturedAt(consentSource, null, createdAt),
      consentNote: consentSource === 'express_verbal' ? 'Agreed at the counter while booking.' : null,
      createdAt,
    };
  });
}

function nameOf(random: Random, contacts: Contacts): string | null {
  const { first, last } = contacts.name();
  const kind = random.weighted([['person', 93], ['company', 6], ['none', 1]] as const);
  if (kind === 'none') return null;
  return kind === 'person' ? `${first} ${last}` : `${random.pick(COMPANIES)} (${first})`;
}

function placeOf(random: Random): Pick<Customer, 'city' | 'region' | 'postalCode'> {
  const { city, region, postal } = random.pick(CITIES);
  const digit = (): number => random.integer(0, 9);
  const letter = (): string => random.pick(POSTAL_LETTERS);
  return { city, region, postalCode: `${postal}${letter()} ${digit()}${letter()}${digit()}` };
}

function tagsOf(random: Random): string[] {
  const count = random.weighted([[0, 55], [1, 30], [2, 12], [3, 3]] as const);
  return [...new Set(Array.from({ length: count }, () => random.pick(TAGS)))];
}
