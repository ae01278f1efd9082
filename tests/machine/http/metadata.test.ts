import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { importRows, type Row } from '../../support/importing.js';
import { changed, KINDS, listed, made, titled, updatesOf } from './annotated-kinds.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`name.${index}`, 'x']));

describe.each(titled(KINDS))('the metadata of %s', (name, kind) => {
  it('is empty at first, is merged, and each change is told with what was before', async () => {
    const { id, metadata } = await made(kind, service, shop);
    const set = async (change: Row | null) => (await changed(kind, shop, id, { metadata: change })).body.data.metadata as unknown;
    expect(metadata).toEqual({});
    expect(await set({ plan: ' gold ', 'crm.stage': '2' })).toEqual({ plan: 'gold', 'crm.stage': '2' });
    expect(await set({ 'crm.stage': null, region: 'ON\nQC', unknown: null })).toEqual({ plan: 'gold', region: 'ON\nQC' });
    expect(await set({ plan: 'gold' })).toEqual({ plan: 'gold', region: 'ON\nQC' });
    expect(await set(null)).toEqual({});
    expect(await set(null)).toEqual({});
    expect(await set({ never: null })).toEqual({});
    expect((await updatesOf(service, id)).slice(-3)).toMatchObject([
      { type: kind.updated, data: { metadata: { plan: 'gold' }, previous: { metadata: {} } } },
      { type: kind.updated, data: { previous: { metadata: { plan: 'gold', 'crm.stage': '2' } } } },
      { type: kind.updated, data: { metadata: {}, previous: { metadata: { plan: 'gold', region: 'ON\nQC' } } } },
    ]);
  });

  it('takes 20 names with texts of 500 characters, and no more', async () => {
    const { id } = await made(kind, service, shop, { metadata: twenty });
    const refused = async (metadata: unknown, message: RegExp) => {
      const { status, body } = await changed(kind, shop, id, { metadata });
      expect([metadata, status, body.error?.message]).toEqual([metadata, 422, expect.stringMatching(message)]);
    };
    await refused({ more: 'x' }, /^metadata: would have 21 names/);
    await refused({ 'name.0': 'x'.repeat(501) }, /^metadata: name\.0 must be at most 500 characters/);
    await refused({ 'name.0': 7 }, /^metadata: name\.0 must be a string/);
    for (const wrong of ['Plan', '', 'x'.repeat(41), 'a b', 'é']) await refused({ [wrong]: 'x' }, /^metadata: must have names/);
    for (const wrong of ['x', 7, ['x']]) await refused(wrong, /^metadata: must be an object of texts/);
    const { body } = await changed(kind, shop, id, { metadata: { 'name.0': null, more: 'é'.repeat(500), empty: null } });
    expect(Object.keys(body.data.metadata)).toHaveLength(20);
  });

  it('has names of every object like any other, and the same order when it is read again', async () => {
    const { id } = await made(kind, service, shop);
    const change = JSON.parse('{"metadata":{"__proto__":"a","constructor":"b","zz":"c","a":"d","10":"e","9":"f"}}') as Row;
    const before = (await updatesOf(service, id)).length;
    const { body } = await changed(kind, shop, id, change);
    expect(Object.entries(body.data.metadata).sort()).toEqual(Object.entries(change['metadata'] as object).sort());
    const [read] = await listed(kind, shop, 'metadata[__proto__]=a');
    expect(JSON.stringify(read.metadata)).toBe(JSON.stringify(body.data.metadata));
    expect((await changed(kind, shop, id, change)).status).toBe(200);
    expect(await updatesOf(service, id)).toHaveLength(before + 1);
  });

  it('is a filter by one name, also of changes, and q does not look into it', async () => {
    const gold = await made(kind, service, shop, { metadata: { plan: 'gold', stage: '2' } });
    await made(kind, service, shop, { metadata: { plan: 'silver' } });
    await made(kind, service, shop);
    const found = async (query: string) => (await listed(kind, shop, query)).map((one) => one.id as string);
    expect(await found('metadata[plan]=gold')).toEqual([gold.id]);
    expect(await found('metadata%5Bplan%5D=%20gold')).toEqual([gold.id]);
    expect(await found('metadata[plan]=GOLD')).toEqual([]);
    expect(await found('metadata[stage]=')).toEqual([]);
    expect(await found('metadata[plan]=gold&updated_since=2020-01-01T00:00:00Z')).toEqual([gold.id]);
    for (const wrong of ['metadata[plan]=gold&metadata[stage]=2', 'metadata=gold', 'metadata[Plan]=gold', 'metadata[]=gold']) {
      const { status, body } = await shop.read.get(`/${name}?${wrong}`);
      expect([wrong, status, body.error?.message]).toEqual([wrong, 422, expect.stringMatching(/^metadata: must be one name/)]);
    }
    const strict = await shop.read.get(`/${name}?metadata[plan]=gold`, { prefer: 'handling=strict' });
    expect([strict.status, strict.body.data]).toMatchObject([200, [{ id: gold.id }]]);
    expect(name === 'tasks' || name === 'vehicles' || name === 'jobs' ? [] : await found('q=gold')).toEqual([]);
  });

  it('of an import replaces what was there, is JSON in a CSV cell, and an empty cell clears it', async () => {
    const { first } = await kind.fields(shop);
    const row = { external_id: 'C-1', ...first };
    const texts = Object.fromEntries(Object.entries<unknown>(row).map(([column, value]) => [column, String(value)]));
    const stored = async (): Promise<unknown> => (await listed(kind, shop, 'external_id=C-1'))[0].metadata;
    await importRows(service, shop, name, [{ ...row, metadata: { plan: 'gold', none: null } }]);
    expect(await stored()).toEqual({ plan: 'gold' });
    await importRows(service, shop, name, [{ ...texts, metadata: '{"stage":"2"}' }], { isText: true });
    expect(await stored()).toEqual({ stage: '2' });
    expect((await importRows(service, shop, name, [row])).unchanged).toBe(1);
    const wrong = ['{', '[]', '{"A":"x"}', JSON.stringify({ ...twenty, more: 'x' })];
    const { errors } = await importRows(
      service,
      shop,
      name,
      wrong.map((metadata) => ({ ...texts, metadata })),
      { isText: true },
    );
    expect(errors.map(({ line, column }) => [line, column])).toEqual(wrong.map((_, index) => [index + 1, 'metadata']));
    await importRows(service, shop, name, [{ ...row, metadata: null }]);
    expect(await stored()).toEqual({});
  });
});
