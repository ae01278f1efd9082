import { isTool, type Operation } from '../../../application/kernel/operation/operation.js';
import { callsOf, entryPointsOf, requestOf, type Call, type EntryPoint } from '../../support/entry-points.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { operations } from '../../support/registry.js';
import { sampleOf } from '../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const tools = operations.filter(isTool);

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

// The clock of the service stands still, so the times in the answers of the same call are the same, too.
beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

/** The JSON text of the capability's `data`, as an entry point sent it: not parsed, so that each byte counts. */
async function dataOf(entryPoint: EntryPoint, call: Call): Promise<string> {
  const { method, path, body } = requestOf(entryPoint, call);
  const { status, text } = await shop.full.send(method, path, { body });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return entryPoint.surface === 'tool' ? structureIn(text) : dataIn(text);
}

/** A list's `{"data":[…],"meta":{…}}` has the form of the capability's data: `{"items":[…],…}`. */
function dataIn(text: string): string {
  const end = text.lastIndexOf(',"meta":{');
  if (end < 0) return text.slice('{"data":'.length, -'}'.length);
  const meta = text.slice(end + ',"meta":{'.length, -'}'.length);
  return `{"items":${text.slice('{"data":'.length, end)},${meta}`;
}

/** Inside a text, quotes are escaped. So the unescaped name of the member occurs only once. */
function structureIn(text: string): string {
  const content = JSON.parse(text).result.content[0].text as string; // safe: the block of a success has this text
  const begin = text.indexOf('"structuredContent":') + '"structuredContent":'.length;
  const structure = text.slice(begin, begin + content.length);
  return structure === content ? structure : `the structure differs from its text: ${content}`;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const CHANGED = /"updated_at":"[^"]*"/g;

/** The text with a mark in the place of the ids and times that each call of a write makes anew. */
function withoutNew(text: string): string {
  const known: ReadonlySet<string> = new Set(Object.values(records));
  return text.replaceAll(UUID, (id) => (known.has(id) ? id : '(new id)')).replaceAll(CHANGED, '"updated_at":"(now)"');
}

/** The answers of all surfaces to one call. A write may succeed only once for a record, so its sample is made anew each time. */
async function answersTo(operation: Operation, nth: number): Promise<string[]> {
  const answers: string[] = [];
  for (const entryPoint of entryPointsOf(operation)) {
    const call = callsOf(operation, sampleOf(operation, records))[nth];
    if (call) answers.push(await dataOf(entryPoint, call));
  }
  return operation.scope === 'read' ? answers : answers.map(withoutNew);
}

it.each(tools.map((operation): [string, Operation] => [operation.name, operation]))(
  '%s answers the same bytes of data on all its surfaces',
  async (_, operation) => {
    const [full, unfiltered] = [await answersTo(operation, 0), await answersTo(operation, 1)];
    for (const answers of [full, unfiltered]) expect(answers).toEqual(answers.map(() => answers[0]));
    expect(unfiltered.join('\n')).not.toMatch(/^\{"items":\[\]/); // an empty list would show nothing
  },
);
