import { randomUUID } from 'node:crypto';
import { ExportKind } from '../../../application/transfer/export-kind.js';
import { ORIGINS } from '../../../domain/shared/origin.js';
import { importRows, kindNamed, type Imported, type ImportOptions, type Row } from '../../support/importing.js';
import { IMPORT_KINDS } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { Exports } from '../../support/transfer.js';
import { CASES_OF_PEOPLE } from './kind-cases.js';
import { CASES_OF_WORK } from './kind-cases-of-work.js';

const KIND_CASES = { ...CASES_OF_PEOPLE, ...CASES_OF_WORK };
const THEN = '2020-05-17T09:30:00.000Z';
const MODES: readonly (readonly [string, ImportOptions])[] = [
  ['in batches', {}],
  ['all or nothing', { strict: true }],
  ['in a dry run', { dryRun: true }],
];

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  for (const { name, examples } of IMPORT_KINDS) await importRows(service, shop, name, examples);
});
afterAll(() => service.stop());

const bring = (kind: string, rows: readonly Row[], options: ImportOptions = {}): Promise<Imported> =>
  importRows(service, shop, kind, rows, options);
const counts = ({ created, updated, unchanged, skipped }: Imported): number[] => [created, updated, unchanged, skipped];

/** The rows of an export. */
async function exported(kind: string): Promise<Row[]> {
  const { chunks } = await service.container.get(ExportKind).execute({ shop: shop.id, kind: kindNamed(kind), values: 'json' });
  const rows: Row[] = [];
  for await (const chunk of chunks) rows.push(...chunk);
  return rows;
}

/** All records of a kind in the shop, and all stored counts of the shop. */
async function stored(kind: string): Promise<unknown> {
  return [
    await exported(kind),
    await service.sql(
      `select to_jsonb(t) ->> 'version' as n from ${kindNamed(kind).record.name} t where shop_id = $1 order by id`,
      [shop.id],
    ),
    await countsOf(shop),
  ];
}

const countsOf = ({ id }: TestShop): Promise<unknown[]> =>
  service.sql(
    'select list, bucket, sum(n)::int as n from record_counts where shop_id = $1 group by 1, 2 having sum(n) <> 0 order by 1, 2',
    [id],
  );

it('every kind has its case', () => {
  expect(Object.keys(KIND_CASES).sort()).toEqual(IMPORT_KINDS.map(({ name }) => name).sort());
});

describe.each(Object.entries(KIND_CASES))('a row of %s', (kind, { base, given, shown, cleared, refused }) => {
  const { resolve, examples } = kindNamed(kind);
  const identity: Row = resolve.partOf ? base : { external_id: `full-${kind}` };
  const row = { ...identity, ...base, ...given };
  /** The row that an export writes for it. */
  const found = async (): Promise<Row | undefined> =>
    (await exported(kind)).find((one) =>
      Object.entries(resolve.partOf ? { vehicle_size: base['vehicle_size'] } : identity).every(
        ([column, value]) => one[column] === value,
      ),
    );

  it('stores all given values, as the API would, and changes nothing when it comes again, in any mode', async () => {
    expect(counts(await bring(kind, [row]))).toEqual([1, 0, 0, 0]);
    expect(await found()).toMatchObject({ ...row, ...shown });
    const before = await stored(kind);
    for (const [, options] of MODES) expect(counts(await bring(kind, [row], options))).toEqual([0, 0, 1, 0]);
    expect(await stored(kind)).toEqual(before);
  });

  it('becomes null, or the default, by an empty cell, and keeps what has no column', async () => {
    const own = new Map(resolve.references.map(({ column, external }) => [external, column]));
    const columns = Object.keys(given).flatMap((column) => [column, own.get(column) ?? column]);
    const empty = Object.fromEntries(columns.map((column) => [column, null]));
    expect((await bring(kind, [{ ...identity, ...empty }])).errors).toEqual([]);
    expect(await found()).toMatchObject({ ...base, ...shown, ...empty, ...cleared });
    expect(counts(await bring(kind, [{ ...identity, ...empty }]))).toEqual([0, 0, 1, 0]);
  });

  it('is refused for a reason that names the column, and nothing is stored', async () => {
    const before = await stored(kind);
    const { errors, created } = await bring(
      kind,
      refused.map(([cells]) => ({ ...base, ...(!resolve.partOf && { external_id: randomUUID() }), ...cells })),
    );
    expect(errors.map(({ line, column, reason }) => [line, column, reason])).toEqual(
      refused.map(([, column, reason], index) => [index + 1, column, reason ?? expect.any(String)]),
    );
    expect([created, await stored(kind)]).toEqual([0, before]);
  });

  it('stores nothing beside a bad one in a strict import', async () => {
    const before = await stored(kind);
    const column = resolve.partOf ? 'duration_minutes' : 'created_at';
    const good = examples.map((one) => ({ ...one, [column]: resolve.partOf ? 5 : THEN }));
    const bad = { ...base, [column]: 'huge' };
    expect(counts(await bring(kind, [...good, bad], { strict: true }))).toEqual([0, 0, 0, 1]);
    expect(await stored(kind)).toEqual(before);
  });
});

const UNIQUE = IMPORT_KINDS.flatMap(({ name, resolve, examples }) =>
  resolve.uniques.filter(({ column }) => examples[0]?.[column]).map(({ column }) => [name, column] as const),
);

describe.each(UNIQUE)('a new row of %s', (kind, column) => {
  it.each(MODES)(`is refused with the ${column} of another record, %s`, async (_, options) => {
    const { record, examples } = kindNamed(kind);
    const [example] = examples;
    const holder = `select id from ${record.name} where shop_id = $1 and external_id = $2`;
    const [held] = await service.sql<{ id: string }>(holder, [shop.id, example!['external_id']]);
    const row = { ...KIND_CASES[kind]!.base, external_id: randomUUID(), [column]: example![column] };
    expect((await bring(kind, [row], options)).errors).toEqual([
      { line: 1, column, value: String(example![column]), reason: expect.stringContaining(`(existing id: ${held!.id})`) },
    ]);
  });
});

describe('a restore', () => {
  it('into a new shop makes the same counts that the changes have made', async () => {
    const [files, copy] = [await Exports.begin(), await service.shop()];
    for (const { name } of IMPORT_KINDS) {
      await files.write(service, shop.id, name, 'csv');
      expect(await files.bring(service, copy.id, shop.id, name, 'csv')).toMatchObject({ errors: [], skipped: 0 });
    }
    await files.end();
    expect(await countsOf(copy)).toEqual(await countsOf(shop));
  });

  const MAKING = IMPORT_KINDS.filter(({ resolve }) => !resolve.partOf).map((kind) => [kind.name, kind] as const);
  let empty: TestShop;
  beforeAll(async () => {
    empty = await service.shop();
  });

  it.each(MAKING)(
    'of %s keeps ids, origins, times and external ids or their lack, and needs a shop without any',
    async (_, kind) => {
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      const nameless = { ...KIND_CASES[kind.name]!.base, external_id: null };
      const unstored = Object.entries(kind.shown ?? {}).flatMap(([column, write]) => (write === null ? [[column, null]] : []));
      const without = { ...(kind.nested && { [kind.nested.column]: [] }), ...Object.fromEntries(unstored) };
      const rows: readonly Row[] = [...kind.examples, nameless].map((row, index) => ({
        ...row,
        ...without,
        ...{ id: ids[index], origin: ORIGINS[index % 2], created_at: THEN },
      }));
      const restore = (): Promise<Imported> => importRows(service, empty, kind.name, rows, { restore: true });
      expect(await restore()).toMatchObject({ created: 3, errors: [] });
      const records = `select id, external_id, origin, created_at from ${kind.record.name} where shop_id = $1
      order by array_position($2::uuid[], id)`;
      expect(await service.sql(records, [empty.id, ids])).toEqual(
        rows.map(({ id, external_id, origin }) => ({ id, external_id, origin, created_at: THEN })),
      );
      await expect(restore()).rejects.toThrow(`--restore needs a shop without ${kind.name}`);
    },
  );
});
