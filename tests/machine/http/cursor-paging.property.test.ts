import fc from 'fast-check';
import { testedAreas } from '../../support/areas.js';
import { operationsUnderTest } from '../../support/entry-point-suites.js';
import { history, KeysetModel, UNTAGGED, type ModelRow, type Step } from '../../support/keyset-model.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { operations } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import type { CursorList, TestedArea } from '../../support/tested-area.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

/** Tables whose rows do not belong to a customer. */
const ROOTS = ['leads', 'customers'];

async function modelOf(
  { table, columns, beside, remove = `delete from ${table} where shop_id = $1 and id = any ($2)` }: CursorList,
  shop: TestShop,
  records: ShopRecords,
): Promise<{ model: KeysetModel; owner: string }> {
  const owner = crypto.randomUUID();
  if (!ROOTS.includes(table))
    await store('customers', [{ shop_id: shop.id, id: owner, created_at: '2026-01-01T00:00:00Z', ...UNTAGGED }]);
  const [besideTable, besideColumns] = beside?.(owner) ?? [];
  if (besideTable !== undefined)
    await store(besideTable, [{ shop_id: shop.id, created_at: '2026-01-01T00:00:00Z', ...besideColumns }]);
  const stored = (row: ModelRow): object => ({
    shop_id: shop.id,
    id: row.id,
    created_at: row.at,
    ...columns(row, owner, records),
  });
  const add = (rows: readonly ModelRow[]): Promise<void> => store(table, rows.map(stored));
  const discard = async (ids: readonly string[]): Promise<void> => {
    await service.sql(remove, [shop.id, ids]);
  };
  const model = new KeysetModel(add, discard);
  return { model, owner };
}

/** Returns how each run gets a shop without rows of a list. It takes long to store linked records, so those runs share a shop. */
async function shopsFor(list: CursorList, area: TestedArea): Promise<() => Promise<{ shop: TestShop; records: ShopRecords }>> {
  if (!list.linked) return async () => ({ shop: await service.shop(), records: {} as ShopRecords }); // safe: the list uses none
  const shop = await service.shop();
  const records = await fillShop(service, shop, area);
  return async () => {
    await service.sql(`delete from ${list.table} where shop_id = $1`, [shop.id]);
    return { shop, records };
  };
}

/** Stores rows. Columns that the rows do not have get their defaults. */
async function store(table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ');
  await service.sql(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

const SETTLED: Step = { limit: 5, inserted: [], deleted: [] };

const CURSOR_LISTS = testedAreas.flatMap((area) => (area.cursorLists ?? []).map((list) => ({ list, area })));
/** Lists with test files of their own: `/appointments` has another order, and the timeline belongs to a single lead. */
const ELSEWHERE = ['/appointments', '/leads/:id/timeline'];

it('every list that pages by cursor is under test', () => {
  const paged = operations.flatMap(({ route, output }) => (route && output.shape === 'cursor-page' ? [route.path] : []));
  expect([...CURSOR_LISTS.map(({ list }) => list.path), ...ELSEWHERE].sort()).toEqual(paged.sort());
});

/** The lists of operations under test. */
const underTest = CURSOR_LISTS.filter(({ list }) => operationsUnderTest.some(({ route }) => route?.path === list.path));

for (const { list, area } of underTest) {
  it(`GET ${list.path} pages as a plain list does, at ties and while rows come and go, under every filter`, async () => {
    const emptyShop = await shopsFor(list, area);
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...list.filters), async ({ rows, steps }, [queryOf, matches]) => {
        const { shop, records } = await emptyShop();
        const { model, owner } = await modelOf(list, shop, records);
        await model.add(rows);
        let last: ModelRow | null = null;
        let cursor: string | null = '';
        const seen = new Set<string>();
        for (let turn = 0; cursor !== null; turn += 1) {
          const step: Step = steps[turn] ?? SETTLED;
          const answer = await shop.read.get(
            `${list.path.replace(':id', owner)}?${queryOf(owner, records)}&limit=${step.limit}&cursor=${cursor}`,
          );
          const page = model.page(matches, last, step.limit);
          expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(page.rows.map(({ id }) => id));
          expect(answer.body.meta).toEqual({ next_cursor: page.more ? expect.any(String) : null });
          for (const { id } of page.rows) expect(seen.has(id)).toBe(false);
          page.rows.forEach(({ id }) => seen.add(id));
          last = page.rows.at(-1) ?? last;
          cursor = answer.body.meta.next_cursor as string | null;
          await model.play(step);
        }
      }),
      { numRuns: 12 },
    );
  });
}

describe('a cursor', () => {
  let shop: TestShop;
  let cursor: string;
  const refused = async (api: TestShop['read'], path: string): Promise<void> => {
    const { status, body } = await api.get(path);
    const error = { code: 'validation_error', message: 'cursor: is not a cursor of this list' };
    expect([path, status, body.error]).toEqual([path, 422, error]);
  };

  beforeAll(async () => {
    shop = await service.shop();
    for (let count = 0; count < 4; count += 1) {
      const lead = await shop.full.post('/leads', { name: 'Dana', email: 'a@example.com', phone: '613 555 0142' });
      for (const status of ['won', 'new']) await shop.full.patch(`/leads/${lead.body.data.id}`, { status });
      await shop.full.post('/customers', { name: 'Dana', email: `a${count}@example.com` });
    }
    cursor = (await shop.read.get('/leads?limit=2')).body.meta.next_cursor as string;
  });

  it('is accepted back unchanged, with any limit', async () => {
    for (const limit of ['', '1', '100', 'ten'])
      expect((await shop.read.get(`/leads?cursor=${cursor}&limit=${limit}`)).status).toBe(200);
    expect((await shop.full.get(`/leads?cursor=${cursor}`)).body.data).toHaveLength(2);
  });

  it('is refused after a change at any position', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let index = 0; index < cursor.length; index += 1) {
      const letter = cursor.charAt(index);
      const next = letters.charAt((letters.indexOf(letter) + 1) % letters.length);
      await refused(shop.read, `/leads?cursor=${cursor.slice(0, index)}${next}${cursor.slice(index + 1)}`);
      await refused(shop.read, `/leads?cursor=${cursor.slice(0, index)}${cursor.slice(index + 1)}`);
    }
    const [position = '', signature = ''] = cursor.split('.');
    const near = [`${cursor}=`, `${cursor}A`, `${cursor}.`, `.${signature}`, position, `${position}.`, cursor.toLowerCase()];
    for (const wrong of [...near, `${cursor}%00`, `%20${cursor}`, '%20', 'x', '.', 'é']) {
      await refused(shop.read, `/leads?cursor=${wrong}`);
    }
  });

  it('is valid only for its list, its shop and its filter', async () => {
    const other = await service.shop();
    await refused(other.read, `/leads?cursor=${cursor}`);
    for (const path of ['/customers', '/vehicles', '/quotes', '/invoices', '/jobs', '/appointments'])
      await refused(shop.read, `${path}?cursor=${cursor}`);
    for (const filter of ['status=new', 'email=a@example.com', 'phone=6135550142', 'email=', 'phone='])
      await refused(shop.read, `/leads?${filter}&cursor=${cursor}`);
    const filtered = (await shop.read.get('/leads?status=new&limit=2')).body.meta.next_cursor as string;
    await refused(shop.read, `/leads?cursor=${filtered}`);
    await refused(shop.read, `/leads?status=won&cursor=${filtered}`);
    await refused(shop.read, `/leads?status=new&email=a@example.com&cursor=${filtered}`);
  });

  it('is valid for its filter in any spelling and any order of parameters', async () => {
    const first = await shop.read.get('/leads?status=new&phone=613-555-0142&email=A@example.com&limit=2');
    const filtered = first.body.meta.next_cursor as string;
    const answer = await shop.read.get(`/leads?cursor=${filtered}&email=a@EXAMPLE.com&phone=%2B16135550142&unknown=1&status=new`);
    expect([answer.status, answer.body.data.length]).toEqual([200, 2]);
  });
});
