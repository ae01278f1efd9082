import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

interface Found {
  readonly names: readonly string[];
  readonly total: number;
}

async function find({ read }: TestShop, input: object): Promise<Found> {
  const { status, body } = await read.post('/customers/list', input);
  expect(status).toBe(200);
  return { names: body.data.items.map(({ name }: { name: string }) => name) as string[], total: body.data.total };
}

const NOTHING: Found = { names: [], total: 0 };

/** Names of customers, with texts that find exactly these customers. */
type Expected = readonly (readonly [names: readonly string[], texts: readonly string[]])[];

async function expectFound(shop: TestShop, field: 'q' | 'tag', expected: Expected): Promise<void> {
  for (const [names, texts] of expected)
    for (const text of texts) expect([text, await find(shop, { [field]: text })]).toEqual([text, { names, total: names.length }]);
}

const namesOf = async (shop: TestShop, q: string): Promise<readonly string[]> => (await find(shop, { q })).names;

/** A shop with these customers, the oldest first. */
async function shopWith(...customers: readonly { name: string; email?: string; phone?: string }[]): Promise<TestShop> {
  const shop = await service.shop({ country: 'CA' });
  for (const customer of customers) await aCustomer(shop.full, customer);
  return shop;
}

describe('customers.list with q', () => {
  it('finds a part of a name in any case, with or without accents on either side', async () => {
    const shop = await shopWith({ name: 'Zoë Lefèvre' }, { name: 'Zoe Straße' }, { name: 'Øyvind Kızılay' }, { name: 'ΣΟΦΊΑ' });
    await expectFound(shop, 'q', [
      [
        ['Zoe Straße', 'Zoë Lefèvre'],
        ['zoe', 'ZOË'],
      ],
      [['Zoë Lefèvre'], ['Lefevr', 'èvre', 'zoe  lef', ' lefèvre ', 'e l']],
      [['Zoe Straße'], ['strasse', 'traß']],
      [['Øyvind Kızılay'], ['oyvind', 'kizilay']],
      [['ΣΟΦΊΑ'], ['Σοφ']],
      [[], ['xyz']],
    ]);
  });

  it('finds a part of an e-mail address', async () => {
    const shop = await shopWith(
      { name: 'A', email: 'dana.whitfield+fleet@example.com' },
      { name: 'B', email: 'other@example.org' },
    );
    for (const q of ['whitfield', 'WHITFIELD+fleet@', 'a.whit', '@example.com', 'dana.whitfield+fleet@example.com']) {
      expect([q, await namesOf(shop, q)]).toEqual([q, ['A']]);
    }
  });

  it.each([
    ...['6135550142', '613 555-0142', '(613) 555 0142', '613.555.0142', '+1 613', '+1 (613) 555', '1-613-555', '555-0142'],
    ...['555–0142', '0142', '+16135550142', '５５５ ０１４２'],
  ])('finds a phone by %j, in any spelling', async (q) => {
    const shop = await shopWith({ name: 'Dana', phone: '+1 613 555 0142' }, { name: 'Lee', phone: '+1 416 222 0100' });
    expect(await namesOf(shop, q)).toEqual(['Dana']);
  });

  it('finds a phone by the leading digits that people in the shop’s country would type', async () => {
    const shop = await service.shop({ country: 'GB' });
    await aCustomer(shop.full, { name: 'Dana', phone: '020 7946 0000' });
    await aCustomer(shop.full, { name: 'Lee', phone: '0121 496 0000' });
    for (const q of ['020 7946', '0207', '+44 20', '7946 0000', '0044 20'])
      expect([q, await namesOf(shop, q)]).toEqual([q, ['Dana']]);
  });

  it('finds a customer by words in any order, without punctuation, each a part of name, e-mail or phone', async () => {
    const shop = await shopWith(
      { name: 'Jade MacDonald', email: 'jade@example.com', phone: '+1 613 555 0142' },
      { name: 'Jade Smith', phone: '+1 416 222 0100' },
      { name: 'O’Brien & Sons (Ottawa)' },
    );
    const acrossFields = ['donald ade', 'ade jade@example.com', 'Jade 613', 'jade, 555-0142', 'jade (613) 555-0142'];
    await expectFound(shop, 'q', [
      [['Jade MacDonald'], ['MacDonald, Jade', 'MACDONALD,JADE', '"Jade" Macdonald.', 'jade macdonald jade example com']],
      [['Jade MacDonald'], acrossFields],
      [
        ['Jade Smith', 'Jade MacDonald'],
        ['jade', 'jade m'],
      ],
      [['Jade Smith'], ['j s', 's j']],
      [['O’Brien & Sons (Ottawa)'], ['sons o’brien', 'ottawa - sons &']],
      [[], ['jade 416 555', 'Jade Jones', 'jade macdonald jade example org']],
    ]);
  });

  it('reads digits as a phone only if the query has no other words, and still finds them in names', async () => {
    const shop = await shopWith({ name: 'Bay 613 Motors' }, { name: 'Lee', phone: '+1 613 555 0142' });
    expect(await namesOf(shop, '613')).toEqual(['Lee', 'Bay 613 Motors']);
    expect(await namesOf(shop, 'bay 613')).toEqual(['Bay 613 Motors']);
    expect(await namesOf(shop, 'a613')).toEqual([]);
  });

  it('finds the beginnings of words for a query of under three characters', async () => {
    const shop = await shopWith({ name: 'Anna Brown' }, { name: 'Diana Al' }, { name: 'Éa' }, { name: '🙏 Kim' });
    await expectFound(shop, 'q', [
      [['Anna Brown'], ['an']],
      [['Diana Al', 'Anna Brown'], ['a']],
      [['Diana Al'], ['al']],
      [['Éa'], ['é', 'e', 'EA']],
      [['🙏 Kim'], ['🙏 k']],
      [[], ['na']],
    ]);
  });

  it('finds the beginnings of words however many short words there are, in any order', async () => {
    const shop = await shopWith({ name: 'Alpha Beta Gamma Delta' }, { name: 'Alban Been Gaal Deja Phil' });
    await expectFound(shop, 'q', [
      [
        ['Alban Been Gaal Deja Phil', 'Alpha Beta Gamma Delta'],
        ['al be ga de', 'de ga be al'],
      ],
      [['Alban Been Gaal Deja Phil'], ['al be ga ph', 'ph al be ga', 'ga ph de be al']],
    ]);
  });

  it('finds a number with blanks and a name, however many words they are', async () => {
    const shop = await shopWith(
      { name: 'Shannon O’Connor', phone: '+16135550124' },
      { name: 'Shannon Reid', phone: '+16135550199' },
    );
    await expectFound(shop, 'q', [
      [
        ['Shannon O’Connor'],
        ['shannon o’connor 613 555 0124', '613-555 shannon 55-0124 555-01', 'shannon 55-0124 613-555 555-01'],
      ],
      [['Shannon Reid', 'Shannon O’Connor'], ['613 555 0 1 shannon']],
      [[], ['shannon 55-0125 613-555 555-01']],
    ]);
  });

  it('reads %, _ and \\ as literal characters', async () => {
    const names = ['100% Auto', '100x Auto', 'a_b Ltd', 'axb Ltd', 'C:\\cars', 'C:cars'];
    const shop = await shopWith(...names.map((name) => ({ name })));
    const expected = { '100%': ['100% Auto'], '00% a': ['100% Auto'], a_b: ['a_b Ltd'], ':\\ca': ['C:\\cars'], '\\%a': [] };
    for (const [q, found] of Object.entries(expected)) expect([q, await namesOf(shop, q)]).toEqual([q, found]);
  });

  it('finds nothing, without a query to the database, for a text without a letter or a digit', async () => {
    const shop = await shopWith({ name: '100 %%% & - (+) \\ _ Ltd', phone: '+1 613 555 0142' }, { name: '🙏 Kim' });
    const tap = new SqlTap();
    for (const q of ['%', '_', '\\', '%%%', '&', '-', '(+)', '+', '🙏', '🙏 ']) {
      expect([q, await find(shop, { q }), await find(shop, { q, phone: '+1 613 555 0142' })]).toEqual([q, NOTHING, NOTHING]);
    }
    tap.close();
    expect(tap.statements.filter(({ text }) => text.includes('from customers'))).toEqual([]);
  });

  it('ignores a query that is blank or has combining marks only', async () => {
    const shop = await shopWith({ name: 'A' }, { name: 'B' });
    for (const q of ['', '   ', '\u0301', null])
      expect([q, await find(shop, { q })]).toEqual([q, { names: ['B', 'A'], total: 2 }]);
  });

  it('finds a customer by its present name, and no longer by its former name', async () => {
    const shop = await service.shop();
    const { id } = await aCustomer(shop.full, { name: 'Dana Whitfield', phone: '6135550142' });
    await shop.full.patch(`/customers/${id}`, { name: 'Dana Reyes', phone: null });
    await expectFound(shop, 'q', [
      [['Dana Reyes'], ['reyes']],
      [[], ['whitfield', '0142']],
    ]);
  });

  it('does not find a text that runs from one field into the next', async () => {
    const shop = await shopWith({ name: 'Dana', email: 'lee@example.com' });
    expect([await namesOf(shop, 'danalee'), await namesOf(shop, 'ana lee')]).toEqual([[], ['Dana']]);
  });
});

describe('customers.list by tag and for VIPs', () => {
  async function tagged(shop: TestShop, name: string, tags: readonly string[], is_vip = false): Promise<string> {
    const { id } = await aCustomer(shop.full, { name });
    await shop.full.patch(`/customers/${id}`, { tags, is_vip });
    return id as string;
  }

  it('finds the customers that have a whole tag, in any case, with or without accents', async () => {
    const shop = await service.shop();
    await tagged(shop, 'A', ['Fleet', 'Rénové']);
    await tagged(shop, 'B', ['fleet', 'a"b\\c']);
    await tagged(shop, 'C', []);
    await expectFound(shop, 'tag', [
      [
        ['B', 'A'],
        ['fleet', ' FLEET '],
      ],
      [['A'], ['renove']],
      [['B'], ['a"b\\c']],
      [[], ['fle', 'fleet,renove', '%']],
    ]);
    expect(await find(shop, { tag: 'fleet', q: 'b' })).toEqual({ names: ['B'], total: 1 });
  });

  it('finds VIPs with `true`, and the others with `false`', async () => {
    const shop = await service.shop();
    const [a] = [await tagged(shop, 'A', ['fleet'], true), await tagged(shop, 'B', ['fleet']), await tagged(shop, 'C', [], true)];
    expect(await find(shop, { vip: true })).toEqual({ names: ['C', 'A'], total: 2 });
    expect(await find(shop, { vip: true, limit: 1 })).toEqual({ names: ['C'], total: 2 });
    expect(await find(shop, { vip: false })).toEqual({ names: ['B'], total: 1 });
    expect(await find(shop, { vip: true, tag: 'fleet' })).toEqual({ names: ['A'], total: 1 });
    expect(await find(shop, { vip: true, q: 'b' })).toEqual(NOTHING);
    await shop.full.patch(`/customers/${a}`, { tags: [], is_vip: false });
    expect(await find(shop, { vip: true })).toEqual({ names: ['C'], total: 1 });
    expect(await find(shop, { tag: 'fleet' })).toEqual({ names: ['B'], total: 1 });
  });
});

describe('customers.list', () => {
  it('matches e-mail and phone exactly, together with q', async () => {
    const shop = await shopWith(
      { name: 'Dana', email: 'dana@example.com', phone: '613 555 0142' },
      { name: 'Dana Two', email: 'dana2@example.com' },
    );
    const expected: readonly (readonly [object, readonly string[]])[] = [
      [{ email: 'DANA@example.com' }, ['Dana']],
      [{ phone: '(613) 555-0142' }, ['Dana']],
      [{ email: 'dana' }, []],
      [{ phone: 'abc' }, []],
      [{ email: '', phone: null }, ['Dana Two', 'Dana']],
      [{ q: 'dana', email: 'dana2@example.com' }, ['Dana Two']],
      [{ q: 'two', email: 'dana@example.com' }, []],
      [{ email: 'dana@example.com', phone: '613 555 0142' }, ['Dana']],
      [{ q: 'dana' }, ['Dana Two', 'Dana']],
    ];
    for (const [input, names] of expected)
      expect([input, await find(shop, input)]).toEqual([input, { names, total: names.length }]);
  });

  it('counts customers that were created at the same time', async () => {
    const shop = await service.shop();
    await Promise.all(Array.from({ length: 20 }, () => aCustomer(shop.full)));
    expect((await find(shop, { limit: 1 })).total).toBe(20);
  });
});
