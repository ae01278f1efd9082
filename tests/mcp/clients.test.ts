import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sharedTestService, type TestService, type TestShop } from '../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});

const NAME = { name: 'a-client', version: '1.0.0' };

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly text?: string }[];
}

/** The functions that the tests call, in the same form for the clients of both SDKs. */
interface Connected {
  list(): Promise<readonly { readonly name: string; readonly outputSchema?: unknown }[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Result>;
  serverName(): string | undefined;
  close(): Promise<void>;
}

const address = (): URL => new URL(`${service.url}/api/mcp`);

/** Returns the options of a client. The `fetch` in it records the status and the type of each answer. */
function options(token: string | null, answers: string[]): { requestInit: RequestInit; fetch: typeof fetch } {
  return {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      answers.push(`${init?.method ?? 'GET'} ${answer.status} ${answer.headers.get('content-type')}`);
      return answer;
    },
  };
}

async function old(token: string | null, answers: string[]): Promise<Connected> {
  const client = new OldClient(NAME);
  // The transport of the SDK does not fit the SDK's own type under exactOptionalPropertyTypes.
  await client.connect(new OldTransport(address(), options(token, answers)));
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args ?? {} })) as Result,
    serverName: () => client.getServerVersion()?.name,
    close: () => client.close(),
  };
}

type Negotiation = NonNullable<ConstructorParameters<typeof NewClient>[1]>['versionNegotiation'];

function recent(versionNegotiation?: Negotiation) {
  return async (token: string | null, answers: string[]): Promise<Connected> => {
    const client = new NewClient(NAME, versionNegotiation ? { versionNegotiation } : {});
    await client.connect(new NewTransport(address(), options(token, answers)));
    return {
      list: async () => (await client.listTools()).tools,
      call: async (name, args) => (await client.callTool({ name, arguments: args ?? {} })) as Result,
      serverName: () => client.getServerVersion()?.name,
      close: () => client.close(),
    };
  };
}

describe.each([
  ['@modelcontextprotocol/sdk 1.x', old],
  ['@modelcontextprotocol/client 2.x', recent()],
  ['@modelcontextprotocol/client 2.x, negotiating', recent({ mode: 'auto' })],
  ['@modelcontextprotocol/client 2.x on revision 2026-07-28', recent({ mode: { pin: '2026-07-28' } })],
] as const)('%s', (_, connect) => {
  it('lists the tools and calls three of them', async () => {
    const answers: string[] = [];
    const client = await connect(shop.full.token, answers);
    expect(client.serverName()).toBe('shop-operations-api');
    const tools = await client.list();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['tasks.assignees', 'tasks.create', 'tasks.list']));
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);

    const created = await client.call('tasks.create', { title: 'Order brake pads', due_at: '2026-03-05T09:00:00-05:00' });
    expect(created.structuredContent).toMatchObject({
      title: 'Order brake pads',
      status: 'open',
      due_at: '2026-03-05T14:00:00.000Z',
    });
    expect(JSON.parse(created.content[0]?.text ?? '')).toEqual(created.structuredContent);
    expect((await client.call('tasks.list')).structuredContent).toMatchObject({
      total: 1,
      items: [{ title: 'Order brake pads' }],
    });
    expect((await client.call('tasks.assignees')).structuredContent).toEqual({ items: [] });
    await client.close();
    // A 405 is right when the client asks for an event stream, because the service has none.
    expect(
      answers.filter((answer) => !/^(POST 200 application\/json; charset=utf-8|POST 202 null|GET 405 .*)$/.test(answer)),
    ).toEqual([]);
  });

  it('receives an error of an operation as a result, and an unknown tool as an error', async () => {
    const client = await connect(shop.full.token, []);
    await client.list();
    const refused = await client.call('tasks.create', { title: '' });
    expect(refused).toMatchObject({ isError: true, content: [{ type: 'text' }, { type: 'text' }] });
    expect(refused.structuredContent).toBeUndefined();
    expect(JSON.parse(refused.content[1]?.text ?? '')).toEqual({
      error: { code: 'validation_error', message: 'title: title is required' },
    });
    await expect(client.call('tasks.forget')).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it('sees only the tools that its key may call', async () => {
    const client = await connect(shop.read.token, []);
    expect((await client.list()).map(({ name }) => name)).not.toContain('tasks.create');
    expect(JSON.parse((await client.call('tasks.create', { title: 'x' })).content[1]?.text ?? '')).toMatchObject({
      error: { code: 'insufficient_scope' },
    });
    await client.close();
  });

  it('cannot connect without a live key', async () => {
    await expect(connect('sk_shop_x', [])).rejects.toThrow();
  });
});
