import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isTool, type Operation } from '../../../application/kernel/operation/operation.js';
import { callsOf } from '../../support/entry-points.js';
import { mcpClients, type Connected } from '../../support/mcp-clients.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { operations } from '../../support/registry.js';
import { sampleOf } from '../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const tools = operations.filter(isTool);

let service: TestService;
let shop: TestShop;
let records: ShopRecords;
const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }));
/** The compiled schemas, by their JSON text: all clients get the same ones, and compiling is what costs. */
const compiled = new Map<string, ValidateFunction>();

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

function validator(schema: object | undefined): ValidateFunction {
  if (!schema) throw new Error('a tool without an outputSchema');
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, validate);
  return validate;
}

/** Calls a tool, and returns what is wrong with the results. */
async function faultsOf(client: Connected, tool: Operation, outputSchema: object | undefined): Promise<string[]> {
  const validate = validator(outputSchema);
  const faults: string[] = [];
  for (const { input, path } of callsOf(tool, sampleOf(tool, records))) {
    const { isError, content, structuredContent } = await client.call(tool.name, { ...input, ...path });
    if (isError) faults.push(`${tool.name}: ${content[0]?.text}`);
    else if (!validate(structuredContent)) faults.push(`${tool.name}: ${ajv.errorsText(validate.errors)}`);
    else if (content[0]?.text !== JSON.stringify(structuredContent)) faults.push(`${tool.name}: text and structure differ`);
  }
  return faults;
}

describe.each(mcpClients)('%s', (_, connect) => {
  let client: Connected;

  beforeAll(async () => {
    client = await connect(shop.full);
  });
  afterAll(() => client.close());

  it('lists every tool and calls each, and every result fits its outputSchema', async () => {
    const listed = new Map((await client.list()).map(({ name, outputSchema }) => [name, outputSchema]));
    expect([...listed.keys()]).toEqual(tools.map(({ name }) => name).sort());
    const faults: string[] = [];
    for (const tool of tools) faults.push(...(await faultsOf(client, tool, listed.get(tool.name))));
    expect(faults).toEqual([]);
  });
});
