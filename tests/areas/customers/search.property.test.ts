import fc from 'fast-check';
import { isName } from '../../../domain/shared/text.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

/** A customer with the values that the search reads. */
interface ModelCustomer {
  readonly id: string;
  name: string;
  phone: string | null;
  readonly email: string;
}

type Act =
  | { readonly act: 'create' | 'rename'; readonly name: string; readonly which: number }
  | { readonly act: 'phone'; readonly line: number; readonly which: number };

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

/** The characters of generated texts, with the forms that the search compares. They are few, so that many texts match. */
const FOLDED: Readonly<Record<string, string>> = {
  a: 'a',
  A: 'a',
  ä: 'a',
  b: 'b',
  B: 'b',
  é: 'e',
  E: 'e',
  ß: 'ss',
  1: '1',
  6: '6',
  '%': '%',
  _: '_',
  '\\': '\\',
  ' ': ' ',
  '-': '-',
};
const text = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom(...Object.keys(FOLDED)), maxLength });
const name = text(12).filter(isName);
const which = fc.nat();
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constantFrom('create', 'create', 'rename'), name, which }),
  fc.record({ act: fc.constant('phone'), line: fc.nat(20), which }),
);
const phoneLike = fc
  .string({ unit: fc.constantFrom(...'13560-( )'), minLength: 3, maxLength: 9 })
  // The domain's own test has cases for 011, the prefix of calls abroad.
  .filter((typed) => !typed.replace(/\D/g, '').startsWith('011'));
const query = fc.oneof(
  { weight: 3, arbitrary: text(4) },
  { weight: 2, arbitrary: phoneLike },
  { weight: 1, arbitrary: fc.constantFrom('@exa', 'c1', 'c1@', '555', '613 555', 'a 555', '555-01 c1', 'exa -ple b') },
  { weight: 2, arbitrary: text(9) },
);

function folded(typed: string): string {
  return [...typed]
    .map((letter) => FOLDED[letter] ?? letter)
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

function matches({ name: called, phone, email }: ModelCustomer, q: string): boolean {
  if (folded(q) === '') return true;
  if (!/[a-z0-9]/.test(folded(q))) return false;
  const texts = [called, email, ...(phone === null ? [] : [phone])].map(folded);
  const isPart = (text: string): boolean => texts.some((one) => one.includes(text));
  const isPartOrPhone = (text: string): boolean =>
    isPart(text) || (mayBePhone(text) && phone?.includes(text.replace(/\D/g, '')) === true);
  if (mayBePhone(q)) return isPartOrPhone(folded(q));
  const words = folded(q)
    .split(' ')
    .map((word) => (mayBePhone(word) ? word : word.replace(/^[-@()]+/, '').replace(/[-@()]+$/, '')))
    .filter((word) => word !== '');
  if (words.some(({ length }) => length >= 3)) return words.every(isPartOrPhone);
  const whole = words.join(' ');
  const begins = (text: string): boolean => texts.some((one) => ` ${one}`.includes(` ${text}`));
  return words.every(begins) || (whole.length >= 3 && isPart(whole));
}

function mayBePhone(text: string): boolean {
  return /^[\d ()-]+$/.test(text) && text.replace(/\D/g, '').length >= 3;
}

class Model {
  readonly customers: ModelCustomer[] = [];

  constructor(readonly shop: TestShop) {}

  async play(what: Act): Promise<void> {
    service.clock.pass(what.which % 2);
    const known = this.customers[what.which % Math.max(1, this.customers.length)];
    if (what.act === 'create' || !known) return this.create('name' in what ? what.name : 'a');
    const change = 'name' in what ? { name: what.name } : { phone: lineOf(what.line) };
    const { status } = await this.shop.full.patch(`/customers/${known.id}`, change);
    const taken = 'phone' in change && this.customers.some(({ id, phone }) => id !== known.id && phone === change.phone);
    expect(status).toBe(taken ? 409 : 200);
    if (!taken) Object.assign(known, change, 'name' in change && { name: change.name.trim() });
  }

  /** Returns the customers that match, newest first. */
  found(q: string): ModelCustomer[] {
    return this.customers.filter((customer) => matches(customer, q)).reverse();
  }

  private async create(called: string): Promise<void> {
    const email = `c${this.customers.length}@example.com`;
    const { status, body } = await this.shop.full.post('/customers', { name: called, email });
    expect(status).toBe(201);
    this.customers.push({ id: body.data.id, name: called.trim(), phone: null, email });
  }
}

function lineOf(line: number): string {
  return `+161355501${String(line).padStart(2, '0')}`;
}

async function expectPage(
  { shop, found }: { shop: TestShop; found: ModelCustomer[] },
  q: string,
  limit: number,
  offset: number,
): Promise<void> {
  const { body } = await shop.read.post('/customers/list', { q, limit, offset });
  const page = found.slice(offset, offset + limit);
  const next = offset + page.length;
  expect([
    q,
    body.data.items.map(({ id }: { id: string }) => id),
    body.data.total,
    body.data.omitted,
    body.data.next_offset,
  ]).toEqual([
    q,
    page.map(({ id }) => id),
    found.length,
    found.length - page.length,
    page.length > 0 && next < found.length ? next : null,
  ]);
}

it('the search finds, orders, pages and counts as a plain list would, after any changes to the customers', async () => {
  const asked = fc.array(fc.tuple(query, fc.integer({ min: 1, max: 8 }), fc.nat(10)), { minLength: 15, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25, size: 'max' }), asked, async (acts, questions) => {
      const model = new Model(await service.shop({ country: 'CA' }));
      for (const what of acts) await model.play(what);
      await Promise.all(
        questions.flatMap(([q, limit, offset]) =>
          [[100, 0] as const, [limit, offset] as const].map((page) =>
            expectPage({ shop: model.shop, found: model.found(q) }, q, ...page),
          ),
        ),
      );
    }),
    { numRuns: 4, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
}, 60_000);
