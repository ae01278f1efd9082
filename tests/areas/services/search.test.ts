import { aStoredService } from '../../support/builders/a-stored-service.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';

const MENU = [
  'Brake pads, front',
  'Éclairage intérieur',
  'Oil change (synthetic)',
  'Full interior detail',
  '50% off wash',
  'Wash_and_wax',
  'Under\\over coating',
  'Straßenreinigung',
  'ISPARTA kaplama',
  'ışık ayarı',
  '🚗 detail',
  '👩🏽‍🔧 check',
  'Ακτίνες φρένων ΔΙΣΚΟΣ',
  'Ångström coat',
  'A/C service',
  'a  b',
  'Pre-purchase inspection',
  'Jump start (new batteries)',
] as const;

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  for (const [position, name] of MENU.entries()) await aStoredService(service, shop, { name, position });
});
afterAll(() => service.stop());

async function found(q: string): Promise<string[]> {
  const { status, body } = await shop.read.get(`/services?q=${encodeURIComponent(q)}`);
  expect([status, body.meta.total]).toEqual([200, body.data.length]);
  return body.data.map(({ name }: { name: string }) => name) as string[];
}

test('punctuation is no difference', async () => {
  const other = await service.shop();
  const menu = ['Wash & wax', 'Wash and wax', 'A/C recharge', 'Driver’s seat', 'Rust-proofing (10 yrs.)'];
  for (const [position, name] of menu.entries()) await aStoredService(service, other, { name, position });
  for (const [q, names] of [
    ['wash & wax', ['Wash & wax', 'Wash and wax']],
    ['wash - wax', ['Wash & wax', 'Wash and wax']],
    ['wash and wax', ['Wash and wax']],
    ['a/c', ['A/C recharge']],
    ['ac recharge', ['A/C recharge']],
    ['driver’s seat', ['Driver’s seat']],
    ["driver's seat", ['Driver’s seat']],
    ['drivers seat', ['Driver’s seat']],
    ['rustproofing 10 yrs', ['Rust-proofing (10 yrs.)']],
    ['&', []],
  ] as const) {
    const { items } = (await other.read.tool('services.list', { q })).structuredContent;
    expect([q, items.map(({ name }: { name: string }) => name)]).toEqual([q, names]);
  }
});

test('words may be divided and joined in other ways than on the menu', async () => {
  const other = await service.shop();
  const menu = ['Coating top-up', 'A/C recharge (R12)', 'Top coat', 'Brake pads', 'Polish and wash'];
  for (const [position, name] of menu.entries()) await aStoredService(service, other, { name, position });
  for (const [q, names] of [
    ['top-ups', ['Coating top-up']],
    ['top ups', ['Coating top-up']],
    ['topups', ['Coating top-up']],
    ['my new ceramic coating top-ups', []],
    ['coating and top-ups', []],
    ['a coating top-ups', ['Coating top-up']],
    ['R-12', ['A/C recharge (R12)']],
    ['R 12', ['A/C recharge (R12)']],
    ['r\u201112 recharge', ['A/C recharge (R12)']],
    ['polish-wash', ['Polish and wash']],
    ['bra\u00adkes', ['Brake pads']],
    ['\ufeffbrake\u200b pa\u2060ds', ['Brake pads']],
    ['\u00ad', []],
  ] as const) {
    const { items } = (await other.read.tool('services.list', { q })).structuredContent;
    expect([q, items.map(({ name }: { name: string }) => name)]).toEqual([q, names]);
  }
});

describe('the search by q', () => {
  it.each([
    ['brakes', ['Brake pads, front']],
    ['brake pad', ['Brake pads, front']],
    ['oil changes', ['Oil change (synthetic)']],
    ['battery', ['Jump start (new batteries)']],
    ['batteries', ['Jump start (new batteries)']],
    ['washes', ['50% off wash', 'Wash_and_wax']],
    ['pre-purchase', ['Pre-purchase inspection']],
    ['pre purchase', ['Pre-purchase inspection']],
    ['prepurchase inspections', ['Pre-purchase inspection']],
    ['glass', []],
  ])('knows no difference of singular and plural, and of hyphens: %s', async (q, names) => {
    expect(await found(q)).toEqual(names);
    const { items } = (await shop.read.tool('services.list', { q })).structuredContent;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it.each([
    ['a part of a name', 'ake pad', ['Brake pads, front']],
    ['another case', 'BRAKE', ['Brake pads, front']],
    ['no accents for accents', 'eclairage', ['Éclairage intérieur']],
    ['accents for none', 'détâil', ['Full interior detail', '🚗 detail']],
    ['accents composed another way', 'e\u0301clairage inte\u0301rieur', ['Éclairage intérieur']],
    ['a letter with a ring', 'angstrom', ['Ångström coat']],
    ['ss for ß', 'strassen', ['Straßenreinigung']],
    ['ß for ß', 'straße', ['Straßenreinigung']],
    ['capital ẞ', 'STRAẞE', ['Straßenreinigung']],
    ['a dotted capital İ', 'İSPARTA', ['ISPARTA kaplama']],
    ['a dotless ı', 'ısparta', ['ISPARTA kaplama']],
    ['an i for a dotless ı', 'isik', ['ışık ayarı']],
    ['a final sigma in capitals', 'δισκοσ', ['Ακτίνες φρένων ΔΙΣΚΟΣ']],
    ['accents of another alphabet', 'ΑΚΤΙΝΕΣ', ['Ακτίνες φρένων ΔΙΣΚΟΣ']],
    ['full-width letters', 'ＢＲＡＫＥ', ['Brake pads, front']],
    ['more blanks than there are', 'interior   detail', ['Full interior detail']],
    ['fewer blanks than there are', 'a b', ['a  b']],
    ['a tab', 'a\tb', ['a  b']],
    ['an emoji and more', '🚗 detail', ['🚗 detail']],
    ['an emoji of several parts and more', '👩🏽‍🔧 ch', ['👩🏽‍🔧 check']],
    ['signs as they are', '(synth', ['Oil change (synthetic)']],
    ['nothing of the kind', 'gearbox', []],
    ['words in another order', 'pads brake', ['Brake pads, front']],
    ['parts of words, in another order', 'etic chan', ['Oil change (synthetic)']],
    ['one word that is in no name', 'brake job', []],
    ['a word twice', 'brake brake', ['Brake pads, front']],
    ['more words than are looked up', 'synthetic) change (synt oil l', ['Oil change (synthetic)']],
    ['more words than are looked up, one of them in no name', 'oil change (synthetic) l z', []],
    ['short words: each the beginning of one', 'in fu', ['Full interior detail']],
    ['short words that begin none, but are a part together', 'l i', ['Full interior detail']],
    ['short words that begin none', 'nt il', []],
    ['four short words that begin words', 'b p fr p', ['Brake pads, front']],
  ])('finds %s', async (_, q, names) => {
    expect(await found(q)).toEqual(names);
  });

  it.each([
    ['50%', ['50% off wash']],
    ['0%o', []],
    ['%wash', []],
    ['wash_and', ['Wash_and_wax']],
    ['wash_', ['Wash_and_wax']],
    ['w_sh', []],
    ['r\\o', ['Under\\over coating']],
    ['under\\\\', []],
    ['\\%off', []],
    ['a/c', ['A/C service']],
    ["'; drop", []],
    ['"wash"', []],
    ['.*a', []],
  ])('reads %j as literal characters', async (q, names) => {
    expect(await found(q)).toEqual(names);
  });

  it.each([
    ['b', ['Brake pads, front', 'a  b', 'Jump start (new batteries)']],
    ['de', ['Full interior detail', '🚗 detail']],
    ['et', []],
    ['É', ['Éclairage intérieur']],
    ['wa', ['50% off wash', 'Wash_and_wax']],
    ['ß', []],
    ['🚗d', []],
    ['5', ['50% off wash']],
    ['%o', []],
    ['_a', []],
    ['(s', ['Oil change (synthetic)']],
    ['a/', ['A/C service']],
    [' d ', ['Full interior detail', '🚗 detail']],
  ])('reads %j, of one or two characters, as the beginning of a word', async (q, names) => {
    expect(await found(q)).toEqual(names);
  });

  it.each(['%', '_', '\\', '(', '*', '.*', '% %', '---', '🚗', '👩🏽‍🔧'])(
    'finds nothing, without a query, for %j, which has no letter and no digit',
    async (q) => {
      const tap = new SqlTap();
      const names = await found(q);
      tap.close();
      expect(names).toEqual([]);
      expect(tap.statements.filter(({ text }) => text.includes('from services'))).toEqual([]);
    },
  );

  it.each(['', ' ', '\t', '\u0301', '\u00a0'])('finds every name for %j', async (q) => {
    expect(await found(q)).toEqual(MENU);
  });

  it('accepts 120 characters, not counting blanks around them', async () => {
    const name = '𐌰'.repeat(120);
    await aStoredService(service, shop, { name, position: 99 });
    expect(await found(`  ${name}  `)).toEqual([name]);
    expect((await shop.read.post('/services/list', { q: `${name}𐌰` })).body.error.message).toBe(
      'q: must be at most 120 characters',
    );
  });
});
