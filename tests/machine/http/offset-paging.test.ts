import { describeEntryPoints, entryPoints } from '../../support/entry-point-suites.js';
import { outcomeOf, requestOf, type EntryPoint, type Outcome } from '../../support/entry-points.js';
import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { sampleOf } from '../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const byOffset = entryPoints.filter(({ operation }) => fieldsOf(operation.input).some(({ name }) => name === 'offset'));

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

/** A page of a list, in the form of a capability's answer. */
async function page(entryPoint: EntryPoint, input: object): Promise<Outcome['data']> {
  const sample = sampleOf(entryPoint.operation, records);
  const { method, path, body } = requestOf(entryPoint, { ...sample, input: { ...sample.input, ...input } });
  const answer = await shop.full.send(method, path, { body });
  const { data, code } = outcomeOf(entryPoint, answer);
  expect(code).toBeNull();
  return entryPoint.surface === 'rest' ? { items: data, ...answer.body.meta } : data;
}

describeEntryPoints(byOffset, (entryPoint) => {
  it('pages from the place that is asked for, and counts what it leaves out', async () => {
    const whole = await page(entryPoint, {});
    const { total } = whole;
    expect(whole).toMatchObject({ omitted: total - whole.items.length });
    const first = await page(entryPoint, { limit: 1, offset: 0 });
    const next_offset = total > 1 ? 1 : null;
    expect(first).toEqual({ ...first, items: whole.items.slice(0, 1), total, omitted: Math.max(total - 1, 0), next_offset });
    const end = { items: [], total, omitted: total, next_offset: null };
    for (const offset of [total, 2_147_483_647]) expect(await page(entryPoint, { offset })).toMatchObject(end);
  });

  it('reads an empty limit or offset in a query as none', async () => {
    if (entryPoint.surface !== 'rest') return;
    expect(await page(entryPoint, { limit: '', offset: '' })).toEqual(await page(entryPoint, {}));
  });
});

it('every list by offset is under test', () => {
  expect(byOffset.map(({ operation }) => operation.name)).toEqual(expect.arrayContaining(['tasks.list', 'services.list']));
});
