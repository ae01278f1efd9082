import fc from 'fast-check';
import { isInvisible, isName, isPrintable } from '../../../domain/shared/text.js';
import { aCustomer, aLead, aStoredTask } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { bringFile, Exports } from '../../support/transfer.js';
import { wholeAnswers } from '../../support/whole-answers.js';
import { writeFile } from 'node:fs/promises';

let service: TestService;
let files: Exports;
beforeAll(async () => {
  [service, files] = await Promise.all([sharedTestService(), Exports.begin()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), files.end()]);
});

const SIGNS = [
  '"',
  '""',
  ',',
  ';',
  '\\',
  '=',
  '+',
  '-',
  '@',
  "'",
  '#',
  '\t',
  ' ',
  '|',
  '{',
  '[',
  'é',
  'e\u0301',
  '漢',
  '😀',
  '\u200b',
  '\ufeff',
  '\u00a0',
  '0',
  '00',
  '.5',
  'null',
  'a',
];
const BREAKS = ['\n', '\r\n', '\r', '\n\n', '\u2028', '\u2029', '\f'];
const storable = (text: string): boolean => isPrintable(text) && !isInvisible(text);
const textOf = (signs: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...signs) }, fc.string({ unit: 'binary', maxLength: 3 })), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => parts.join(''))
    .filter(storable);
const line = textOf(SIGNS).filter((text) => !/[\n\r\u2028\u2029]/.test(text));
const lines = textOf([...SIGNS, ...BREAKS]);
const RECORD = fc.record({ name: line.filter(isName), notes: lines, tags: fc.array(line, { maxLength: 4 }), source: line });

test('any text that the API stores comes back unchanged from CSV and from NDJSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(RECORD, { minLength: 10, maxLength: 10 }), async (records) => {
      const shop = await service.shop();
      for (const { name, notes, tags, source } of records) {
        const { id } = await aCustomer(shop.full, { name, consent_source: 'web_form', consent_note: notes });
        await shop.full.patch(`/customers/${id}`, { tags });
        await aLead(shop.full, { name, source, notes });
        await aStoredTask(shop.full, { title: name, notes });
      }
      for (const format of ['csv', 'ndjson'] as const) expect(await throughFiles(shop, format)).toEqual(await answersOf(shop));
    }),
    // After a failure fast-check stops at once, because searching for a smaller input would take minutes. The failure shows the
    // seed.
    { numRuns: 4, endOnFailure: true },
  );
}, 120_000);

async function throughFiles(shop: TestShop, format: 'csv' | 'ndjson'): Promise<object> {
  const copy = await service.shop();
  for (const kind of ['customers', 'leads', ...(format === 'csv' ? ['lead-timeline'] : []), 'tasks']) {
    await files.write(service, shop.id, kind, format);
    expect((await files.bring(service, copy.id, shop.id, kind, format)).errors).toEqual([]);
  }
  return answersOf(copy);
}

async function answersOf({ id, read }: TestShop): Promise<object> {
  const answers = [...(await wholeAnswers(read))];
  return { answers, notes: await service.sql('select id, consent_note from customers where shop_id = $1 order by id', [id]) };
}

test.each([
  ['CAD', ['0', '0.01', '0.1', '1', '19.9', '100000000']],
  ['JPY', ['0', '1', '10000000000']],
  ['KWD', ['0', '0.001', '0.01', '12.5', '10000000']],
])('amounts in %s are written in major units, and are read back unchanged', async (currency, amounts) => {
  const [shop, copy] = [await service.shop({ currency }), await service.shop({ currency })];
  await aCustomer(shop.full, { name: 'Dana' });
  const [{ id: customer }] = (await shop.full.get('/customers')).body.data;
  const given = amounts.map((total, index) => `{"customer_id":"${customer}","number":${index + 1},"total":${total}}\n`);
  await writeFile(files.path(shop.id, 'given', 'ndjson'), given.join(''));
  expect(await bringFile(service, shop.id, 'quotes', files.path(shop.id, 'given', 'ndjson'), 'ndjson', false)).toMatchObject({
    errors: [],
  });
  for (const kind of ['customers', 'quotes']) await files.write(service, shop.id, kind, 'csv');
  const cells = (await files.text(shop.id, 'quotes', 'csv'))
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',').at(-1) ?? '');
  expect(cells.toSorted()).toEqual(amounts.toSorted());
  for (const kind of ['customers', 'quotes']) await files.bring(service, copy.id, shop.id, kind, 'csv');
  expect(await wholeAnswers(copy.read)).toEqual(await wholeAnswers(shop.read));
});
