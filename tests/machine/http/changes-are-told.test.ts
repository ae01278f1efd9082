import { entryPointsOf, requestOf, titleOf } from '../../support/entry-points.js';
import { operationsUnderTest } from '../../support/entry-point-suites.js';
import { importRows } from '../../support/importing.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { IMPORT_KINDS, operations } from '../../support/registry.js';
import { sampleOf } from '../../support/samples.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { wholeAnswers } from '../../support/whole-answers.js';

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

/** A webhook is the reader's own set-up, and its log of deliveries would tell itself for ever. */
const OWN = 'webhooks.';

/** The operations that a GET serves, of the shop's records. */
const GETS = operations
  .filter(({ name, route }) => route?.method === 'GET' && !name.startsWith('events.') && !name.startsWith(OWN))
  .flatMap((operation) => entryPointsOf(operation).slice(0, 1));

/** Every answer of a GET: all records in all lists, and each operation as its sample asks. */
async function answers(): Promise<ReadonlyMap<string, string>> {
  const all = new Map(await wholeAnswers(shop.read));
  for (const entryPoint of GETS) {
    const { input, path } = sampleOf(entryPoint.operation, records);
    const request = requestOf(entryPoint, { input, ...(path && { path }) });
    all.set(titleOf(entryPoint), (await shop.read.send(request.method, request.path, {})).text);
  }
  return all;
}

/** What a change did to the answers, and whether an event tells of it. */
async function compared(change: () => Promise<unknown>): Promise<{ readonly changed: string[]; readonly told: string[] }> {
  const before = await answers();
  const known = await service.sql<{ id: string }>('select id from outbox where shop_id = $1', [shop.id]);
  await change();
  const after = await answers();
  const events = await service.sql<{ type: string }>(
    'select type from outbox where shop_id = $1 and id <> all($2::uuid[]) order by created_at, id',
    [shop.id, known.map(({ id }) => id)],
  );
  const questions = [...new Set([...before.keys(), ...after.keys()])];
  return {
    changed: questions.filter((question) => before.get(question) !== after.get(question)),
    told: events.map(({ type }) => type),
  };
}

const WRITES = operationsUnderTest
  .filter(({ name, scope }) => scope === 'full' && !name.startsWith(OWN))
  .flatMap((operation) => entryPointsOf(operation).slice(0, 1))
  .map((entryPoint) => [titleOf(entryPoint), entryPoint] as const);

it.each(WRITES)('what %s changes in the answer of a GET is told by an event', async (_, entryPoint) => {
  const { input, path } = sampleOf(entryPoint.operation, records);
  const request = requestOf(entryPoint, { input, ...(path && { path }) });
  const { changed, told } = await compared(() => shop.full.send(request.method, request.path, { body: request.body }));
  expect({ changed, told }).toEqual({ changed, told: changed.length > 0 ? expect.arrayContaining([expect.any(String)]) : told });
});

it.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))('an import of %s is told', async (name, { examples }) => {
  const { changed, told } = await compared(() => importRows(service, shop, name, examples));
  expect([changed.length > 0, told]).toEqual([true, ['records.imported']]);
});
