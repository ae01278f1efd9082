import { OptOuts } from '../../../application/areas/texting/opt-outs.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { BLOCK_SOURCES, type BlockSource } from '../../../domain/texting/may-text.js';
import { importRows, type Imported, type ImportOptions, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const PHONE = '+16135550142' as E164; // a number in E.164 is what the brand stands for
const OTHER = '+16135550143' as E164;
const DANA = { external_id: 'C-1', name: 'Dana Whitfield', phone: PHONE };

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const bring = (rows: readonly Row[], options: ImportOptions = {}): Promise<Imported> =>
  importRows(service, shop, 'customers', rows, options);
const counts = ({ created, updated, unchanged, skipped }: Imported): number[] => [created, updated, unchanged, skipped];
const block = (number: E164, source: BlockSource) =>
  service.container.get(TextingBlocks).block(shop.id, { number, source }, NO_CAUSE);
const sourceOf = async (number: E164): Promise<BlockSource | null> =>
  (await service.container.get(OptOuts).find(shop.id, number))?.source ?? null;

describe.each([
  ['usual', {}],
  ['strict', { strict: true }],
] as const)('the column texting_blocked of a %s import', (_, mode) => {
  test('blocks the phone of a new customer, changes nothing when it comes again, and is lifted by false', async () => {
    const blocked = [{ ...DANA, texting_blocked: true }];
    expect(counts(await bring(blocked, mode))).toEqual([1, 0, 0, 0]);
    expect(await sourceOf(PHONE)).toBe('import');
    expect(counts(await bring(blocked, mode))).toEqual([0, 0, 1, 0]);
    expect(counts(await bring([DANA], mode))).toEqual([0, 0, 1, 0]);
    expect(await sourceOf(PHONE)).toBe('import');
    expect(counts(await bring([{ ...DANA, texting_blocked: false }], mode))).toEqual([0, 1, 0, 0]);
    expect(await sourceOf(PHONE)).toBeNull();
    expect(counts(await bring([{ ...DANA, texting_blocked: false }], mode))).toEqual([0, 0, 1, 0]);
    expect(await service.sql(`select 1 from outbox where shop_id = $1 and type <> 'records.imported'`, [shop.id])).toEqual([]);
  });

  test.each([...BLOCK_SOURCES, null].flatMap((source) => [true, false, null].map((value) => [source, value] as const)))(
    'keeps a block by %s, if its value is %s, unless it lifts an import’s',
    async (source, value) => {
      await bring([DANA]);
      if (source) await block(PHONE, source);
      const after = value ? (source ?? 'import') : source === 'import' ? null : source;
      const result = await bring([{ external_id: 'C-1', texting_blocked: value }], mode);
      expect(counts(result)).toEqual(after === source ? [0, 0, 1, 0] : [0, 1, 0, 0]);
      expect(await sourceOf(PHONE)).toBe(after);
    },
  );

  test('is about the phone that the row leaves: the block of the phone before it stays', async () => {
    await bring([{ ...DANA, texting_blocked: true }]);
    await bring([{ ...DANA, phone: OTHER }], mode);
    expect([await sourceOf(PHONE), await sourceOf(OTHER)]).toEqual(['import', null]);
    await bring([{ ...DANA, phone: OTHER, texting_blocked: true }], mode);
    expect([await sourceOf(PHONE), await sourceOf(OTHER)]).toEqual(['import', 'import']);
  });

  test('is lost without a phone', async () => {
    const row = { external_id: 'C-2', name: 'Sam Okafor', email: 'sam@example.com', texting_blocked: true };
    expect(counts(await bring([row], mode))).toEqual([1, 0, 0, 0]);
    expect(counts(await bring([row], mode))).toEqual([0, 0, 1, 0]);
    expect(await service.container.get(OptOuts).list(shop.id)).toEqual([]);
  });

  test('counts with its last value in a file, also many lines later', async () => {
    const others = Array.from({ length: 1500 }, (__, n) => ({ external_id: `O-${n}`, name: 'A', phone: `+1613556${1000 + n}` }));
    const rows = [{ ...DANA, texting_blocked: true }, ...others, { external_id: 'C-1', city: 'Ottawa' }];
    await bring(rows, mode);
    expect(await sourceOf(PHONE)).toBe('import');
    await bring([{ ...DANA, texting_blocked: true }, ...others, { external_id: 'C-1', texting_blocked: false }], mode);
    expect(await sourceOf(PHONE)).toBeNull();
  });
});

test('a dry run, and a strict import with a bad line, block nothing', async () => {
  const rows = [{ ...DANA, texting_blocked: true }, { external_id: 'C-2' }];
  await bring(rows, { strict: true });
  await bring(rows, { dryRun: true });
  expect(await sourceOf(PHONE)).toBeNull();
});

test('a restore blocks', async () => {
  await bring([{ ...DANA, texting_blocked: true }], { restore: true });
  expect(await sourceOf(PHONE)).toBe('import');
});

test('a block that an import corrects gives the consent back, one that START lifts does not', async () => {
  const consenting = { ...DANA, consent_source: 'web_form', consent_captured_at: '2026-01-05T12:00:00Z' };
  const marketing = async (): Promise<unknown> => {
    const { id } = (await shop.read.get('/customers')).body.data[0];
    return (await shop.read.post('/customers/get', { id })).body.data.marketing_consent;
  };
  await bring([{ ...consenting, texting_blocked: true }]);
  expect(await marketing()).toBe(false);
  await bring([{ ...consenting, texting_blocked: false }]);
  expect(await marketing()).toBe(true);
  await bring([{ ...consenting, texting_blocked: true }]);
  await service.container.get(TextingBlocks).lift(shop.id, PHONE, 'start', NO_CAUSE);
  expect([await sourceOf(PHONE), await marketing()]).toEqual([null, false]);
});
