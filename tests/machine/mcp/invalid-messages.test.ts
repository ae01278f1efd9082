import type { Answer } from '../../support/api.js';
import { TOOL_LIST, toolCall } from '../../support/rpc-messages.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

describe('a message that is not a valid call of a tool', () => {
  const refused = ({ status, body }: Answer): unknown => [status, body.error?.code, body.id];

  it.each([
    ['an unknown tool', toolCall('nope.nothing')],
    ['an operation that is no tool', toolCall('vehicles.list')],
    ['a tool of the prototype', toolCall('__proto__')],
    ['no name', { jsonrpc: '2.0', id: 7, method: 'tools/call', params: {} }],
    ['no params', { jsonrpc: '2.0', id: 7, method: 'tools/call' }],
    ['arguments that are a list', toolCall('tasks.list', [])],
    ['arguments that are a text', toolCall('tasks.list', '{}')],
  ])('is answered −32602: %s', async (_, message) => {
    expect(refused(await shop.full.send('POST', '/api/mcp', { body: message }))).toEqual([200, -32602, 7]);
  });

  it.each(['nope', 'resources/list', 'prompts/list', 'logging/setLevel', 'subscriptions/listen', '__proto__', 'tools', ''])(
    'is answered −32601 for the method %j',
    async (method) => {
      expect(refused(await shop.full.rpc({ jsonrpc: '2.0', id: 7, method }))).toEqual([200, -32601, 7]);
    },
  );

  it.each(['{', '', 'tools/list', new Uint8Array([0x22, 0xff, 0x22])])(
    'is answered −32700 with 400 for %j, which is not JSON',
    async (body) => {
      expect(refused(await shop.full.send('POST', '/api/mcp', { body }))).toEqual([400, -32700, null]);
    },
  );

  it.each([
    ['a batch', [TOOL_LIST]],
    ['a batch of two', [TOOL_LIST, { ...TOOL_LIST, id: 8 }]],
    ['an empty batch', []],
    ['null', null],
    ['a number', 5],
    ['an empty object', {}],
    ['another JSON-RPC', { ...TOOL_LIST, jsonrpc: '1.0' }],
    ['an id that is null', { ...TOOL_LIST, id: null }],
    ['an id that is an object', { ...TOOL_LIST, id: {} }],
    ['params that are a list', { ...TOOL_LIST, params: [] }],
    ['NUL beside the arguments', { ...toolCall('tasks.create', { title: 'x' }), id: 'a\0' }],
    ['half a surrogate pair beside the arguments', { ...TOOL_LIST, params: { _meta: { trace: '\ud800' } } }],
    [
      'more names than any message has',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'ping',
        params: { _meta: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1])) },
      },
    ],
  ])('is answered −32600: %s', async (_, message) => {
    const answer = await shop.full.send('POST', '/api/mcp', { body: JSON.stringify(message) });
    expect([answer.status, answer.body.error.code]).toEqual([200, -32600]);
  });

  it.each([
    ['itself', (deep: string) => deep],
    ['its id', (deep: string) => `{"jsonrpc":"2.0","id":${deep},"method":"tools/list"}`],
    ['its params', (deep: string) => `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":${deep}}`],
    [
      'an argument',
      (deep: string) =>
        `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tasks.list","arguments":{"status":${deep}}}}`,
    ],
    ['an unknown property', (deep: string) => `{"jsonrpc":"2.0","id":7,"method":"tools/list","other":${deep}}`],
  ])('is answered −32600 for nesting that is too deep in %s', async (_, around) => {
    const lists = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const objects = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
    for (const body of [around(lists), around(objects)]) {
      expect(refused(await shop.full.send('POST', '/api/mcp', { body }))).toEqual([
        200,
        -32600,
        body.includes('"id":7') ? 7 : null,
      ]);
      const modern = await shop.full.send('POST', '/api/mcp', {
        body,
        headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
      });
      expect(refused(modern)).toEqual([400, -32600, body.includes('"id":7') ? 7 : null]);
    }
  });

  it.each([
    ['a result', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }],
  ])('is answered −32600 with 400 for an answer to no request: %s', async (_, message) => {
    expect(refused(await shop.full.rpc(message))).toEqual([400, -32600, null]);
  });

  it('is told what to send instead of a batch', async () => {
    const { body } = await shop.full.send('POST', '/api/mcp', { body: JSON.stringify([TOOL_LIST]) });
    expect(body.error.message).toBe('Invalid request: send one JSON-RPC request, an object with a method');
  });

  it('is accepted with arguments nested 32 levels deep, and refused above', async () => {
    const nested = (levels: number): string =>
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tasks.list","arguments":{"status":${'['.repeat(levels)}${']'.repeat(levels)}}}}`;
    const errorCode = async (levels: number): Promise<unknown> =>
      (await shop.full.send('POST', '/api/mcp', { body: nested(levels) })).body.error?.code;
    expect([await errorCode(31), await errorCode(32)]).toEqual([undefined, -32600]);
  });

  it('writes nothing in a batch', async () => {
    const before = (await shop.full.get('/tasks')).body.meta.total;
    await shop.full.send('POST', '/api/mcp', { body: [toolCall('tasks.create', { title: 'in a batch' })] });
    expect((await shop.full.get('/tasks')).body.meta.total).toBe(before);
  });
});

it('a notification is answered 202 and not carried out', async () => {
  const before = (await shop.full.get('/tasks')).body.meta.total;
  const { id: _id, ...notification } = toolCall('tasks.create', { title: 'nobody asked' });
  for (const message of [notification, { jsonrpc: '2.0', method: 'notifications/initialized' }]) {
    expect(await shop.full.send('POST', '/api/mcp', { body: message })).toMatchObject({ status: 202, text: '' });
  }
  expect((await shop.full.get('/tasks')).body.meta.total).toBe(before);
});
