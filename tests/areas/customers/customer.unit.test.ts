import {
  capturedAt,
  changeCustomer,
  CONSENT_SOURCES,
  customerName,
  openCustomer,
  type Customer,
  type CustomerChange,
} from '../../../domain/customers/customer.js';
import { normalizeEmail } from '../../../domain/shared/contact.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const EMAIL = normalizeEmail('dana@example.com');
const PHONE = normalizePhone('613 555 0142', 'CA');
const NEW = {
  id: 'dana' as CustomerId,
  name: 'Dana',
  email: EMAIL,
  phone: null,
  consentSource: 'unknown',
  consentCapturedAt: null,
  consentNote: null,
} as const;
const customer = (fields: Partial<Customer> = {}): Customer => ({ ...openCustomer(NEW, NOW).next, ...fields });

describe('a new customer', () => {
  it('has no tags and is no VIP', () => {
    expect(openCustomer(NEW, NOW)).toMatchObject({
      next: { tags: [], isVip: false, city: null, region: null, postalCode: null, createdAt: NOW },
      events: [{ type: 'customer.created' }],
    });
  });

  it('needs an e-mail or a phone', () => {
    expect(() => openCustomer({ ...NEW, email: null }, NOW)).toThrow(/^email: /);
    expect(openCustomer({ ...NEW, email: null, phone: PHONE }, NOW).changed).toBe(true);
  });
});

describe('a change of a customer', () => {
  it.each<[string, Customer, CustomerChange]>([
    ['the last e-mail', customer(), { email: null }],
    ['the last phone', customer({ email: null, phone: PHONE }), { phone: null }],
    ['both at once', customer({ phone: PHONE }), { email: null, phone: null }],
    ['nothing of a record without contact', customer({ email: null }), { isVip: true }],
  ])('is refused if it leaves the customer without contact: %s', (_, before, change) => {
    expect(() => changeCustomer(before, change, NOW)).toThrow(/^email: a customer needs an email or a phone$/);
  });

  it.each<[string, CustomerChange]>([
    ['swap e-mail for phone', { email: null, phone: PHONE }],
    ['name', { name: 'Dana W' }],
    ['tags', { tags: ['fleet'] }],
    ['VIP', { isVip: true }],
    ['e-mail alone', { email: normalizeEmail('other@example.com') }],
    ['phone alone', { phone: PHONE }],
  ])('is announced: %s', (_, change) => {
    const before = customer();
    expect(changeCustomer(before, change, NOW)).toEqual({
      next: { ...before, ...change },
      events: [{ type: 'customer.updated' }],
      changed: true,
      at: NOW,
    });
  });

  it('is not a change if all values are the same', () => {
    const before = customer({ tags: ['a', 'b'] });
    const same = { name: 'Dana', email: EMAIL, phone: null, tags: ['a', 'b'], isVip: false };
    expect(changeCustomer(before, same, NOW)).toEqual({ next: before, events: [], changed: false });
  });

  it('may be one tag of several, or one less', () => {
    const before = customer({ tags: ['a', 'b'] });
    expect([['a'], ['a', 'c']].map((tags) => changeCustomer(before, { tags }, NOW).changed)).toEqual([true, true]);
  });

  it('may be the order of tags alone', () => {
    expect(changeCustomer(customer({ tags: ['a', 'b'] }), { tags: ['b', 'a'] }, NOW).changed).toBe(true);
  });
});

describe('the function customerName', () => {
  it('returns a dash if the record has no name', () => {
    expect(customerName({ name: null })).toBe('—');
    expect(customerName({ name: 'Dana' })).toBe('Dana');
  });
});

describe('the function capturedAt', () => {
  const given = at('2026-01-01T00:00:00.000Z');

  it.each(CONSENT_SOURCES.filter((source) => source !== 'unknown'))(
    'returns, for %s, the given time, or now without one',
    (source) => {
      expect(capturedAt(source, given, NOW)).toBe(given);
      expect(capturedAt(source, null, NOW)).toBe(NOW);
    },
  );

  it('returns null if the source is unknown', () => {
    expect(capturedAt('unknown', given, NOW)).toBeNull();
    expect(capturedAt('unknown', null, NOW)).toBeNull();
  });
});
