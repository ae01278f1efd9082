import { createMCPClient } from '@ai-sdk/mcp';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { refusedBy, type OfferedTool } from './strict-provider.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop({ timezone: 'America/Toronto' });
});

/** A library between a language model and the tools. */
interface ModelClient {
  /** the tools as the library passes them to the provider of the model */
  readonly offered: readonly OfferedTool[];
  /** the answer of a call, as text for the model; the library may throw if the tool refuses */
  call(name: string, args: object): Promise<string>;
  close(): Promise<void>;
}

const headers = (): Record<string, string> => ({ authorization: `Bearer ${shop.full.token}` });

async function vercel(url: string): Promise<ModelClient> {
  const client = await createMCPClient({ transport: { type: 'http', url, headers: headers() } });
  const tools = await client.tools();
  return {
    offered: Object.entries(tools).map(([name, { description, inputSchema }]) => {
      // The cast is safe: the library's type allows several kinds of schema, but the tools of a server always have this one.
      return { name, description, parameters: (inputSchema as { readonly jsonSchema?: unknown }).jsonSchema };
    }),
    call: async (name, args) => JSON.stringify(await tools[name]?.execute(args, { toolCallId: '1', messages: [] })),
    close: () => client.close(),
  };
}

async function langChain(url: string): Promise<ModelClient> {
  const client = new MultiServerMCPClient({ mcpServers: { shop: { transport: 'http', url, headers: headers() } } });
  const tools = await client.getTools();
  return {
    offered: tools.map(({ name, description, schema }) => ({ name, description, parameters: schema })),
    call: async (name, args) => {
      const tool = tools.find((one) => one.name === name);
      return tool ? JSON.stringify(await tool.invoke({ ...args })) : '';
    },
    close: () => client.close(),
  };
}

describe.each([
  ['@ai-sdk/mcp', vercel],
  ['@langchain/mcp-adapters', langChain],
] as const)('a model behind %s, whose provider checks names and schemas', (_, connect) => {
  let client: ModelClient;
  const at = async (query: string): Promise<ModelClient> => (client = await connect(`${service.url}/api/mcp${query}`));
  afterEach(() => client.close());

  it('can be given every tool if names have no dot, and is refused names with a dot', async () => {
    const { offered } = await at('?names=underscore');
    expect(refusedBy(offered)).toEqual([]);
    expect(offered.map(({ name }) => name)).toContain('services_update_price');
    expect(JSON.stringify(offered.find(({ name }) => name === 'tasks_create'))).toContain('America/Toronto');
    await client.close();
    expect(refusedBy((await at('')).offered)).toContain('tasks.create: no name');
  });

  it('can find, write and read records', async () => {
    const dana = await aCustomer(shop.full, { name: 'Dana Whitfield' });
    await at('?names=underscore');
    expect(await client.call('customers_list', { q: 'whitf' })).toContain(dana.id);
    const task = { title: 'Call back', customer_id: dana.id, due_at: '2026-11-23T09:00:00-05:00', idempotency_key: 'once' };
    expect(await client.call('tasks_create', task)).toContain('2026-11-23T14:00:00.000Z');
    expect(await client.call('tasks_create', task)).toContain('not the present state');
    expect((await shop.full.get('/tasks')).body.meta.total).toBe(1);
  });

  it('reads advice with callable names if a tool refuses', async () => {
    await at('?names=underscore&sections=inbox,customers');
    const nobody = '018f0000-0000-7000-8000-000000000000';
    const refusal = await client.call('tasks_create', { title: 'x', customer_id: nobody }).catch(String);
    expect(refusal).toContain('Find it with customers_list.');
  });
});
