import { randomUUID } from 'node:crypto';
import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { referencesOf, type AnyKind, type Reference } from '../../../application/transfer/import-kind.js';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { IMPORT_KINDS } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let other: TestShop;

/** Returns the row with other external ids: its own, and those of the records to which it refers. */
function renamed(row: Row): Row {
  const entries = Object.entries(row).map(([column, value]): [string, unknown] => {
    if (Array.isArray(value))
      return [column, value.map((one: unknown) => (typeof one === 'object' && one !== null ? renamed(one as Row) : one))];
    return [column, column.endsWith('external_id') ? `other-${String(value)}` : value];
  });
  return Object.fromEntries(entries);
}

beforeAll(async () => {
  service = await sharedTestService();
  [shop, other] = [await service.shop(), await service.shop()];
  for (const { name, examples } of IMPORT_KINDS) {
    await importRows(service, shop, name, examples);
    await importRows(service, other, name, examples.map(renamed));
  }
});
afterAll(() => service.stop());

const CASES = IMPORT_KINDS.map((kind) => [kind.name, kind] as const);
const MAKING = CASES.filter(([, { resolve }]) => !resolve.partOf);
const DEMANDING = CASES.filter(([, kind]) => requiredOf(kind).length > 0);
const REFERRING = CASES.filter(([, kind]) => referencesOf(kind).length > 0);
/** The columns that say which record a row means and where it comes from. This test gives them no wrong values. */
const UNREAD: ReadonlySet<string> = new Set(['id', 'external_id', 'origin']);

function bring({ name }: AnyKind, ...rows: readonly Row[]): Promise<Imported> {
  return importRows(service, shop, name, rows);
}

/** Returns a row with only those references that are required. It is for a new record, unless the kind changes existing ones. */
function aNewRow({ examples, resolve: { references, partOf, uniques }, nested }: AnyKind): Row {
  const left = references.filter(({ required }) => !required).flatMap(({ column, external }) => [column, external]);
  const without = new Set([...left, ...uniques.map(({ column }) => column), nested?.column ?? '']);
  const row = Object.fromEntries(Object.entries(examples[0] ?? {}).filter(([column]) => !without.has(column)));
  return partOf
    ? row
    : {
        ...row,
        external_id: randomUUID(),
        ...(uniques.some(({ column }) => column === 'email') ? { email: `${randomUUID()}@example.com` } : {}),
      };
}

async function idOf(owner: TestShop, { to, key }: Reference, externalId: string): Promise<string> {
  const [found] = await service.sql<{ id: string }>(
    `select ${key === 'userId' ? 'user_id' : 'id'} as id from ${to.name} where shop_id = $1 and external_id = $2`,
    [owner.id, externalId],
  );
  return found!.id;
}

describe.each(CASES)('a row of %s', (_, kind) => {
  const columns = fieldsOf(kind.row)
    .map(({ name }) => name)
    .filter((column) => !UNREAD.has(column));

  it('is refused with a value of a wrong type in any column, and the error has the column and the value', async () => {
    const wrong = { Not: 'a value' };
    const row = aNewRow(kind);
    const { errors, skipped, created, updated } = await bring(kind, ...columns.map((column) => ({ ...row, [column]: wrong })));
    expect(errors.map(({ column }) => column)).toEqual(columns);
    expect(errors.every(({ value, reason }) => value === JSON.stringify(wrong) && reason.length > 5)).toBe(true);
    expect({ skipped, created, updated }).toEqual({ skipped: columns.length, created: 0, updated: 0 });
  });
});

describe.each(DEMANDING)('a row of %s', (_, kind) => {
  it('is refused without a required value, and cannot clear one', async () => {
    const externals = new Map(kind.resolve.references.map(({ column, external }) => [column, external]));
    for (const column of requiredOf(kind)) {
      const names = [column, externals.get(column) ?? column];
      const row = Object.fromEntries(Object.entries(aNewRow(kind)).filter(([name]) => !names.includes(name)));
      const nulls = Object.fromEntries(names.map((name) => [name, null]));
      const known = { external_id: kind.examples[0]?.['external_id'], ...nulls };
      const { errors } = await bring(kind, row, { ...row, ...nulls }, known);
      const reason = `${[...new Set(names)].join(' or ')} is required`;
      expect(errors).toEqual([1, 2, 3].map((line) => ({ line, column, value: null, reason })));
    }
  });
});

describe.each(REFERRING)('a row of %s', (_, kind) => {
  it('can refer to records of this shop only', async () => {
    const fresh = (): Row => (kind.resolve.partOf ? {} : { external_id: randomUUID() });
    for (const reference of referencesOf(kind)) {
      const { column, external } = reference;
      const row = Object.fromEntries(Object.entries(aNewRow(kind)).filter(([name]) => name !== column && name !== external));
      const there = (kind.examples[0]?.[external] as string | undefined) ?? (await targetsOf(reference))[0]!;
      const theirs = await idOf(other, reference, `other-${there}`);
      const apart = { [external]: there, [column]: theirs };
      const bad: Row[] = [{ [external]: `other-${there}` }, { [column]: theirs }, { [column]: randomUUID() }];
      const { errors, created, updated } = await bring(kind, ...bad.map((one) => ({ ...row, ...one, ...fresh() })));
      expect(errors.map(({ line, column: named, value }) => ({ line, [named!]: value }))).toEqual(
        bad.map((one, index) => ({ line: index + 1, ...one })),
      );
      expect({ created, updated }).toEqual({ created: 0, updated: 0 });
      expect((await bring(kind, { ...row, ...apart, ...fresh() })).errors).toHaveLength(1);
      const good = { [external]: there, [column]: await idOf(shop, reference, there) };
      expect(await bring(kind, { ...row, ...good, ...fresh() })).toMatchObject({ errors: [] });
    }
  });
});

describe.each(MAKING)('a new row of %s', (_, kind) => {
  it('never matches a record of another shop, and is not announced', async () => {
    const before = await whatIsTheirs(kind);
    const [theirs] = await service.sql<{ id: string; external_id: string }>(
      `select id, external_id from ${kind.record.name} where shop_id = $1 and external_id is not null`,
      [other.id],
    );
    expect(await bring(kind, { ...aNewRow(kind), ...theirs })).toMatchObject({ created: 1, errors: [] });
    const [own] = await service.sql<{ id: string }>(
      `select id from ${kind.record.name} where shop_id = $1 and external_id = $2`,
      [shop.id, theirs!.external_id],
    );
    expect(own!.id).not.toBe(theirs!.id);
    expect(await whatIsTheirs(kind)).toEqual(before);
  });
});

/** Returns all records of a kind in the other shop, and the number of events of both shops. */
async function whatIsTheirs({ record }: AnyKind): Promise<unknown> {
  return [
    await service.sql(`select t.* from ${record.name} t where t.shop_id = $1 order by t.id`, [other.id]),
    await service.sql(`select count(*) from outbox where type <> 'records.imported'`),
  ];
}

/** Returns the external ids of the records to which a reference may refer. */
async function targetsOf({ to }: Reference): Promise<string[]> {
  const rows = await service.sql<{ external_id: string }>(
    `select external_id from ${to.name} where shop_id = $1 and external_id ~ '^[A-Z]-[0-9]+$' order by external_id`,
    [shop.id],
  );
  return rows.map(({ external_id: externalId }) => externalId);
}

function requiredOf({ resolve: { required, references } }: AnyKind): readonly string[] {
  return [...required, ...references.flatMap(({ column, required: must }) => (must ? [column] : []))];
}
