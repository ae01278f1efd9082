import type { ImportedCustomer } from '../../../application/areas/customers/customer.import.js';
import { CUSTOMERS } from '../../../application/areas/customers/customers.js';
import { capturedAt, CONSENT_SOURCES, type ConsentSource } from '../../../domain/customers/customer.js';
import type { DemoRecords } from '../demo-part.js';
import { demoContacts, type Contacts, type PersonName } from '../random/contacts.js';
import type { PartContext } from '../random/part-context.js';
import { filled } from '../random/pattern.js';
import type { Random } from '../random/random.js';

const CONSENTS: readonly (readonly [ConsentSource, number])[] = CONSENT_SOURCES.map((source) => [
  source,
  { online_booking: 25, web_form: 15, express_written: 15, implied_existing_business: 15, unknown: 10, imported: 8 }[
    source as string
  ] ?? 5,
]);

export const demoCustomers: DemoRecords<ImportedCustomer> = {
  name: 'customers',
  record: CUSTOMERS,
  per: 'block',
  make: (context, made) => customersOf(context, made.of(demoContacts), made.counts.customers),
};

function customersOf(context: PartContext, contacts: Contacts, count: number): ImportedCustomer[] {
  return context.times(count, 365).map((createdAt): ImportedCustomer => {
    const { random } = context;
    const person = contacts.name();
    const reach = random.weighted([
      ['both', 80],
      ['email', 6],
      ['phone', 14],
    ] as const);
    const consentSource = random.weighted(CONSENTS);
    return {
      id: context.id<'Customer'>(createdAt),
      name: nameOf(context, person),
      email: reach === 'phone' ? null : contacts.email(person.latin),
      phone: reach === 'email' ? null : contacts.phone(),
      ...(random.chance(0.9) ? placeOf(context) : { city: null, region: null, postalCode: null }),
      tags: tagsOf(random, context.shop.texts.tags),
      isVip: random.chance(0.06),
      textingMark: random.chance(0.02) && reach !== 'email' ? 'block' : null,
      consentSource,
      consentCapturedAt: capturedAt(consentSource, null, createdAt),
      consentNote: consentSource === 'express_verbal' ? context.shop.texts.consentNote : null,
      createdAt,
    };
  });
}

function nameOf({ random, shop }: PartContext, { first, last }: PersonName): string | null {
  const kind = random.weighted([
    ['person', 93],
    ['company', 6],
    ['none', 1],
  ] as const);
  if (kind === 'none') return null;
  return kind === 'person' ? `${first} ${last}` : `${random.pick(shop.people.companies)} (${first})`;
}

function placeOf({ random, shop }: PartContext): Pick<ImportedCustomer, 'city' | 'region' | 'postalCode'> {
  const { city, region, postalCode } = random.pick(shop.places);
  return { city, region, postalCode: filled(postalCode, random) };
}

function tagsOf(random: Random, tags: readonly string[]): string[] {
  const count = random.weighted([
    [0, 55],
    [1, 30],
    [2, 12],
    [3, 3],
  ] as const);
  return [...new Set(Array.from({ length: count }, () => random.pick(tags)))];
}
