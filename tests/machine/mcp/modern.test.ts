import type { Answer } from '../../support/api.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const REVISION = '2026-07-28';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const META = {
  [VERSION_KEY]: REVISION,
  [CAPABILITIES_KEY]: {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

type Values = Readonly<Record<string, unknown>>;

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const headersOf = (name: string): Record<string, string> => ({
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': name,
});
const inBase64 = (name: string): string => `=?base64?${Buffer.from(name).toString('base64')}?=`;
const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

function call(name: string, args: Values = {}, meta: Values = META): Values {
  return { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args, _meta: meta } };
}

function send(message: Values, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return shop.full.send('POST', '/api/mcp', { body: message, headers });
}

// The test exists because the SDK's own HTTP handler serves a call only with the encoded name.
it.each([
  ['a call', 'tasks.assignees', {}],
  ['a refused call', 'tasks.create', { title: '' }],
  ['a call with wrong arguments', 'tasks.list', { offset: 'x' }],
])('%s has the same answer with a plain and with an encoded name in the header Mcp-Name', async (_, name, args) => {
  const plain = await send(call(name, args), headersOf(name));
  const encoded = await send(call(name, args), headersOf(inBase64(name)));
  expect([plain.status, plain.body]).toEqual([200, encoded.body]);
  expect(plain.body.result.resultType).toBe('complete');
});

const NAME = 'tasks.create';
const TASK = { title: 'Never made' };

it.each<[string, Values, Readonly<Record<string, string>>, number]>([
  ['no Mcp-Method', call(NAME, TASK), without(headersOf(NAME), 'mcp-method') as Record<string, string>, -32020],
  ['no Mcp-Name', call(NAME, TASK), without(headersOf(NAME), 'mcp-name') as Record<string, string>, -32020],
  ['another Mcp-Name', call(NAME, TASK), headersOf('tasks.list'), -32020],
  ['another Mcp-Method', call(NAME, TASK), { ...headersOf(NAME), 'mcp-method': 'tools/list' }, -32020],
  ['no _meta', { ...call(NAME), params: { name: NAME, arguments: TASK } }, headersOf(NAME), -32602],
  ['no capabilities in _meta', call(NAME, TASK, without(META, CAPABILITIES_KEY)), headersOf(NAME), -32602],
  ['capabilities that are no object', call(NAME, TASK, { ...META, [CAPABILITIES_KEY]: 'all' }), headersOf(NAME), -32602],
  ['another revision in _meta', call(NAME, TASK, { ...META, [VERSION_KEY]: '2025-06-18' }), headersOf(NAME), -32020],
  ['another JSON-RPC', { ...call(NAME, TASK), jsonrpc: '1.0' }, headersOf(NAME), -32600],
])('a call in revision 2026-07-28 is refused with 400 and not carried out: %s', async (_, message, headers, code) => {
  const { status, body } = await send(message, headers);
  expect([status, body.error.code]).toEqual([400, code]);
  expect(await service.sql(`select count(*)::int as n from tasks where shop_id = $1`, [shop.id])).toEqual([{ n: 0 }]);
});

it('a call of an unknown tool is refused in revision 2026-07-28', async () => {
  const { body } = await send(call('tasks.forget'), headersOf('tasks.forget'));
  expect(body.error.code).toBe(-32602);
});

it('a call may have null as its arguments in revision 2026-07-28', async () => {
  const message = { ...call('tasks.assignees'), params: { name: 'tasks.assignees', arguments: null, _meta: META } };
  expect((await send(message, headersOf('tasks.assignees'))).body.result.structuredContent).toEqual({ items: [] });
});

it.each(['subscriptions/listen', 'resources/list', 'ping', 'nope'])('revision 2026-07-28 has no method %s', async (method) => {
  const headers = { 'mcp-protocol-version': REVISION, 'mcp-method': method };
  const answer = await send({ jsonrpc: '2.0', id: 7, method, params: { _meta: META, notifications: {} } }, headers);
  expect(answer).toMatchObject({ status: 404, body: { jsonrpc: '2.0', id: 7, error: { code: -32601 } } });
});
