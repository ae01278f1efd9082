import { importRows, type Imported, type ImportOptions, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

interface Timelines {
  readonly shop: TestShop;
  readonly leads: (rows: readonly Row[], options?: ImportOptions) => Promise<Imported>;
  readonly entries: (rows: readonly Row[], options?: ImportOptions) => Promise<Imported>;
  /** the timeline of the lead with this name, as the API answers it */
  readonly timeline: (name?: string) => Promise<readonly Row[]>;
  /** the stored entries, oldest first: their text, and the columns that no answer shows */
  readonly stored: () => Promise<unknown[]>;
}

async function aLead(): Promise<Timelines> {
  const shop = await service.shop();
  const leads: Timelines['leads'] = (rows, options) => importRows(service, shop, 'leads', rows, options);
  await leads([{ external_id: 'L', name: 'Dana' }]);
  return {
    shop,
    leads,
    entries: (rows, options) =>
      importRows(
        service,
        shop,
        'lead-timeline',
        rows.map((row) => ({ lead_external_id: 'L', ...row })),
        options,
      ),
    timeline: async (name = 'Dana') => {
      const { body } = await shop.read.get('/leads');
      const { id } = body.data.find((one: Row) => one['name'] === name) as { id: string };
      return (await shop.read.get(`/leads/${id}/timeline`)).body.data;
    },
    stored: () =>
      service.sql('select body, external_id, origin from lead_timeline where shop_id = $1 order by created_at, body', [shop.id]),
  };
}

const at = (day: number): string => `2024-01-0${day}T00:00:00.000Z`;
const NOTE = { external_id: 'N', kind: 'note', body: 'rang\ntwice', created_at: at(1) };
const MOVE = { external_id: 'M', kind: 'status_changed', from: 'new', to: 'won', created_at: at(2) };

describe('an import of timelines', () => {
  it('does not change its lead, and is not announced', async () => {
    const { shop, entries } = await aLead();
    const before = (await shop.read.get('/leads')).text;
    await entries([NOTE, MOVE]);
    expect((await shop.read.get('/leads')).text).toBe(before);
    expect(await service.sql(`select 1 from outbox where shop_id = $1 and type <> 'records.imported'`, [shop.id])).toEqual([]);
  });

  it('does not find a deleted lead', async () => {
    const { shop, entries } = await aLead();
    await service.sql('update leads set deleted_at = now() where shop_id = $1', [shop.id]);
    expect((await entries([NOTE])).errors).toMatchObject([{ line: 1, column: 'lead_external_id' }]);
  });
});

describe('a timeline nested in its lead', () => {
  const row = { external_id: 'L', timeline: [MOVE, NOTE] };

  it.each([false, true])('is stored once, also beside a note of the same line (all or nothing: %s)', async (strict) => {
    const { leads, timeline, stored } = await aLead();
    const rows = [
      row,
      {
        external_id: 'K',
        name: 'Kim',
        notes: 'of the line',
        created_at: at(3),
        timeline: [{ ...NOTE, external_id: 'P', body: 'nested', created_at: at(4) }],
      },
    ];
    const [first, again] = [await leads(rows, { strict }), await leads(rows, { strict })];
    expect([first, again]).toMatchObject([
      { created: 1, updated: 1, errors: [] },
      { unchanged: 2, errors: [] },
    ]);
    expect(await timeline()).toMatchObject([{ to: 'won' }, { body: 'rang\ntwice' }]);
    expect(await timeline('Kim')).toMatchObject([{ body: 'nested' }, { body: 'of the line', created_at: at(3) }]);
    expect(await stored()).toContainEqual({ body: 'of the line', external_id: null, origin: 'import' });
  });

  it('is stored with its lead or not at all, and the error names the wrong entry', async () => {
    const { leads, stored } = await aLead();
    const { errors } = await leads([
      { external_id: 'K', name: 'Kim', notes: 'lost too', timeline: [NOTE, { kind: 'note' }] },
      { external_id: 'J', name: 'Jo', timeline: 'no list' },
    ]);
    expect(errors).toMatchObject([
      { line: 1, column: 'timeline[1].body' },
      { line: 2, column: 'timeline' },
    ]);
    expect(await stored()).toEqual([]);
  });
});
