import { aLivelyShop } from './a-lively-shop.js';
import { IMPORT_KINDS } from '../../support/registry.js';
import { sharedTestService, startTestService, type TestService, type TestShop } from '../../support/service.js';
import { Exports } from '../../support/transfer.js';
import { wholeAnswers } from '../../support/whole-answers.js';

const EVERY_KIND = IMPORT_KINDS.map(({ name }) => name);
/**
 * Kinds that NDJSON does not need, because their records are inside others: timelines in leads, tiers in services, messages in
 * conversations.
 */
const NESTED = new Set(['lead-timeline', 'service-tiers', 'messages']);
const KINDS = { ndjson: EVERY_KIND.filter((name) => !NESTED.has(name)), csv: EVERY_KIND } as const;
const FORMATS = ['ndjson', 'csv'] as const;

let here: TestService;
let there: TestService;
let files: Exports;
let shop: TestShop;
let answers: ReadonlyMap<string, string>;

beforeAll(async () => {
  [here, there, files] = await Promise.all([sharedTestService(), startTestService(), Exports.begin()]);
  shop = await here.shop();
  await aLivelyShop(here, shop);
  there.clock.set(here.clock.now());
  for (const format of FORMATS) for (const kind of KINDS[format]) await files.write(here, shop.id, kind, format);
  answers = await wholeAnswers(shop.read);
  expect(answers.size).toBeGreaterThan(150);
  expect([...answers.values()].filter((answer) => answer.startsWith('5'))).toEqual([]);
}, 120_000);
afterAll(async () => {
  await Promise.all([here.stop(), there.stop(), files.end()]);
});

async function restored(service: TestService, format: 'ndjson' | 'csv'): Promise<TestShop> {
  const empty = await service.shop();
  for (const kind of KINDS[format]) {
    const { errors, skipped, read } = await files.bring(service, empty.id, shop.id, kind, format);
    expect({ kind, errors, skipped }).toEqual({ kind, errors: [], skipped: 0 });
    expect({ kind, empty: read === 0 }).toEqual({ kind, empty: false });
  }
  return empty;
}

test('an export gives the same answers after a restore into an empty shop of the same database', async () => {
  const copy = await restored(here, 'ndjson');
  expect(await wholeAnswers(copy.read)).toEqual(answers);
});

describe.each(FORMATS)('an export in %s', (format) => {
  test('gives the same answers after a restore into another database, and the same export, byte by byte', async () => {
    const copy = await restored(there, format);
    expect(await wholeAnswers(copy.read)).toEqual(answers);
    for (const kind of EVERY_KIND) {
      await files.write(there, copy.id, kind, format);
      if (format === 'ndjson') await files.write(here, shop.id, kind, format);
      expect(await files.text(copy.id, kind, format)).toBe(await files.text(shop.id, kind, format));
    }
  });

  test('changes nothing when imported into its own shop', async () => {
    for (const kind of KINDS[format]) {
      const { errors, read, unchanged } = await files.bring(here, shop.id, shop.id, kind, format, false);
      expect({ kind, errors, unchanged }).toEqual({ kind, errors: [], unchanged: read });
    }
    expect(await wholeAnswers(shop.read)).toEqual(answers);
  });
});

test('an export contains no records of another shop', async () => {
  const other = await here.shop();
  for (const kind of EVERY_KIND) expect({ kind, rows: await files.write(here, other.id, kind) }).toEqual({ kind, rows: 0 });
});

test('a restore makes no events', async () => {
  const copy = await there.shop();
  for (const kind of ['staff', 'customers', 'leads']) await files.bring(there, copy.id, shop.id, kind);
  expect(await there.sql(`select 1 from outbox where shop_id = $1 and type <> 'records.imported'`, [copy.id])).toEqual([]);
});
