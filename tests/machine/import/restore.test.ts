import { randomUUID } from 'node:crypto';
import { ORIGINS } from '../../../domain/shared/origin.js';
import { importRows, kindNamed, type Row } from '../../support/importing.js';
import { IMPORT_KINDS } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const THEN = '2023-05-17T09:30:00.000Z';
const MAKING = IMPORT_KINDS.filter(({ resolve }) => !resolve.partOf).map((kind) => [kind.name, kind] as const);

describe.each(MAKING)('a restore of %s', (_, kind) => {
  it('keeps ids, origins, times and external ids or their lack, and needs a shop without such records', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const nameless: Row = {
      ...kind.examples[1],
      external_id: null,
      ...(kind.name === 'customers' && { phone: null, email: 'nameless@example.com' }),
    };
    const { nested, shown = {} } = kind;
    const unstored = Object.entries(shown).filter(([, write]) => write === null);
    const without = { ...(nested && { [nested.column]: [] }), ...Object.fromEntries(unstored) };
    const rows = [...kind.examples, nameless].map((row, index) => ({
      ...row,
      ...without,
      id: ids[index]!,
      origin: ORIGINS[index % 2]!,
      created_at: THEN,
    }));
    expect(await importRows(service, shop, kind.name, rows, { restore: true })).toMatchObject({ created: 3, errors: [] });
    const stored = await service.sql(
      `select id, external_id, origin, created_at from ${kind.record.name} where shop_id = $1 order by array_position($2::uuid[], id)`,
      [shop.id, ids],
    );
    const externalIds = [...kind.examples.map((row) => row['external_id']), null];
    expect(stored).toEqual(
      rows.map(({ id, origin }, index) => ({ id, external_id: externalIds[index], origin, created_at: THEN })),
    );
    await expect(importRows(service, shop, kind.name, rows, { restore: true })).rejects.toThrow(
      `--restore needs a shop without ${kind.name}`,
    );
  });
});

it('a restore of tiers needs their services', async () => {
  const { name, examples } = kindNamed('service-tiers');
  expect(await importRows(service, shop, name, examples, { restore: true })).toMatchObject({
    created: 1,
    updated: 1,
    errors: [],
  });
});
