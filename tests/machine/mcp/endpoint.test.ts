import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isTool } from '../../../application/kernel/operation/operation.js';
import { EVERY_SECTION } from '../../../domain/access/permission.js';
import type { Api } from '../../support/api.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { operations } from '../../support/registry.js';
import { TOOL_LIST, toolCall } from '../../support/rpc-messages.js';
import { samples } from '../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly annotations: object;
}

const CAPABILITIES = operations
  .filter(isTool)
  .map(({ name }) => name)
  .sort();
const sections = [...new Set(operations.flatMap(({ capability }) => (capability ? [capability.permission] : [])))];
const NOBODY = '018f0000-0000-7000-8000-000000000000';

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

async function toolsFor(api: Api): Promise<readonly ListedTool[]> {
  return (await api.send('POST', '/api/mcp?sections=all', { body: TOOL_LIST })).body.result.tools as ListedTool[];
}

describe('the bare call of the specification', () => {
  it('is answered as plain JSON without handshake, Accept or content type', async () => {
    const answer = await fetch(`${service.url}/api/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.full.token}`, 'content-type': 'application/x-www-form-urlencoded', accept: '' },
      body: JSON.stringify(toolCall('tasks.list')),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: { structuredContent: { total: 1, omitted: 0, next_offset: null } },
    });
  });

  it('is answered like the capability endpoint, as structure and as text', async () => {
    const { result } = (await shop.full.rpc(toolCall('tasks.list', { status: 'all' }))).body;
    const { body } = await shop.full.post('/tasks/list', { status: 'all' });
    expect(result.structuredContent).toEqual(body.data);
    expect(result.content[0]).toEqual({ type: 'text', text: JSON.stringify(body.data) });
    expect(result.isError).toBeUndefined();
  });

  it.each(['', 'an id', 0, -1])('is answered with its id %j', async (id) => {
    expect((await shop.full.rpc({ ...toolCall('tasks.assignees'), id })).body).toMatchObject({ jsonrpc: '2.0', id });
  });

  it('may have no arguments, or null', async () => {
    for (const params of [{ name: 'tasks.assignees' }, { name: 'tasks.assignees', arguments: null }]) {
      const answer = await shop.full.rpc({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
      expect(answer.body.result.structuredContent.items).toHaveLength(1);
    }
  });
});

describe('the list of tools', () => {
  it('has every capability operation, in a stable order, with all that a model needs', async () => {
    const tools = await toolsFor(shop.full);
    expect(tools.map(({ name }) => name)).toEqual(CAPABILITIES);
    for (const tool of tools) {
      expect(tool).toEqual({
        name: tool.name,
        title: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\w+ \w+/),
        inputSchema: expect.objectContaining({ type: 'object' }),
        outputSchema: expect.objectContaining({ type: 'object' }),
        annotations: {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        },
      });
    }
    expect(await toolsFor(shop.full)).toEqual(tools);
  });

  it('has no writing tool for a read key, and an idempotency_key on every writing tool', async () => {
    const writing = operations.filter((one) => isTool(one) && one.scope === 'full').map(({ name }) => name);
    expect((await toolsFor(shop.read)).map(({ name }) => name)).toEqual(CAPABILITIES.filter((name) => !writing.includes(name)));
    const keyed = (await toolsFor(shop.full)).filter(({ inputSchema }) =>
      JSON.stringify(inputSchema).includes('idempotency_key'),
    );
    expect(keyed.map(({ name }) => name)).toEqual(writing.sort());
    expect(keyed.map(({ annotations }) => annotations)).toEqual(
      keyed.map(() => expect.objectContaining({ readOnlyHint: false })),
    );
  });

  it.each(sections)('has no tool of the section %s for a key that lacks it or may only view it', async (section) => {
    const { [section]: _own, ...others } = EVERY_SECTION;
    const left = operations.filter((one) => isTool(one) && one.capability?.permission !== section).map(({ name }) => name);
    for (const grants of [others, { ...others, [section]: 'view' as const }]) {
      expect((await toolsFor(await service.key(shop.id, { grants }))).map(({ name }) => name)).toEqual(left.sort());
    }
  });

  it('has a single page', async () => {
    const answer = await shop.full.rpc({ ...TOOL_LIST, params: { cursor: 'x' } });
    expect(answer).toMatchObject({ status: 200, body: { id: 7, error: { code: -32602 } } });
  });
});

describe('the schemas of a tool', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
  addFormats.default(ajv);

  it.each(CAPABILITIES)('of %s match its input and its output', async (name) => {
    const tool = (await toolsFor(shop.full)).find((one) => one.name === name);
    const sample = samples[name]?.(records);
    const args = { ...sample?.input, ...sample?.path };
    const [takes, gives] = [ajv.compile(tool?.inputSchema ?? {}), ajv.compile(tool?.outputSchema ?? {})];
    expect([takes(args), takes.errors]).toEqual([true, null]);
    expect((await shop.full.tool(name, { ...args, unknown: 1 })).isError).toBe(true);
    const { result } = (await shop.full.rpc(toolCall(name, args))).body;
    expect([gives(result.structuredContent), gives.errors]).toEqual([true, null]);
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });
});

describe('an error of an operation', () => {
  it.each([
    [
      'wrong arguments',
      'tasks.create',
      { title: 7 },
      'validation_error',
      /^title: must be a string\. Correct what the message names/,
    ],
    ['an unknown argument', 'tasks.list', { page: 2 }, 'validation_error', /^page: .*Correct/],
    [
      'several wrong arguments',
      'tasks.create',
      { priority: 'urgent', staff_id: 'Morgan' },
      'validation_error',
      /^title: is required; priority: must be one of low, normal, high; staff_id: must be a UUID: a staff_id from tasks\.assignees\. Correct/,
    ],
    [
      'several unknown arguments beside a wrong one',
      'tasks.create',
      { name: 'Call', assignee: 'Morgan', title: 7 },
      'validation_error',
      /^name, assignee: are not arguments of tasks\.create; its arguments: title, .*; title: must be a string\. Correct/,
    ],
    [
      'an unknown property of an entry beside a wrong argument',
      'services.update_price',
      { id: 'x', tiers: [{ size: 'suv' }] },
      'validation_error',
      /^tiers: size is not a property of its entries; .*; id: must be a UUID: an id from services\.list; tiers: entry 1: /,
    ],
    [
      'a record that is not there',
      'tasks.create',
      { title: 'x', customer_id: NOBODY },
      'not_found',
      /^customer_id: no customer of this shop has this id\. Find it with customers\.list\.$/,
    ],
    ['a refused assignee', 'tasks.create', { title: 'x', staff_id: NOBODY }, 'internal_error', /tasks\.assignees\. Correct what/],
  ])('is answered as a result: %s', async (_, name, args, code, next) => {
    const { status, body } = await shop.full.rpc(toolCall(name, args));
    expect(status).toBe(200);
    expect(body.error).toBeUndefined();
    expect(Object.keys(body.result).sort()).toEqual(['content', 'isError']);
    const [advice, envelope] = body.result.content as { type: string; text: string }[];
    expect(body.result).toMatchObject({ isError: true, content: [{ type: 'text' }, { type: 'text' }] });
    expect(advice?.text).toMatch(next);
    const { error } = JSON.parse(envelope?.text ?? '');
    expect(error).toEqual({ code, message: expect.any(String) });
    // The message has only the first fault, as on REST.
    expect(error.message).not.toMatch(/; \w+: /);
  });
});

it('an error names at most five unknown arguments, each cut at 80 characters', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}${'x'.repeat(30)}`, 1]));
  const { result } = (await shop.full.rpc(toolCall('tasks.list', { ['y'.repeat(100)]: 1, ...many }))).body;
  expect(result.content[0].text).toMatch(
    /^y{80}(, unknown\d+x+){4} and 4996 more: are not arguments of tasks\.list; its arguments: /,
  );
});

it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])(
  'the endpoint refuses %s with 405 and the allowed methods, before it reads a key',
  async (method) => {
    const answer = await service.as(null).send(method, '/api/mcp', { headers: { accept: 'text/event-stream' } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  },
);

describe('a request with an Origin header', () => {
  it.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'https://app.example.evil.example',
    'http://app.example',
  ])('is refused for %s before its key is read', async (origin) => {
    for (const api of [shop.full, service.as(null)]) {
      const answer = await api.rpc(TOOL_LIST, { origin });
      expect(answer).toMatchObject({ status: 403, body: { jsonrpc: '2.0', id: null, error: { data: { code: 'forbidden' } } } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it.each(['https://app.example', 'http://localhost:6274', 'http://127.0.0.1', 'http://[::1]:3000'])(
    'is served for %s',
    async (origin) => {
      const answer = await shop.full.rpc(TOOL_LIST, { origin });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    },
  );
});
