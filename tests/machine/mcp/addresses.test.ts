import { isTool } from '../../../application/kernel/operation/operation.js';
import { toolsOf } from '../../../adapters/mcp/tool.js';
import { Toolbox } from '../../../adapters/mcp/toolbox.js';
import type { Answer } from '../../support/api.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { operations } from '../../support/registry.js';
import { TOOL_LIST, toolCall } from '../../support/rpc-messages.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const NOBODY = '018f0000-0000-7000-8000-000000000000';
const TOOLS = operations.filter(isTool);
const NAMES = TOOLS.map(({ name }) => name).sort();
/** The areas that an address lists by itself. All others, such as those of a team, are listed when it asks for them. */
const LISTED = 'appointments booking calls comms conversations customers jobs leads services staff tasks'.split(' ');
const FRONT_DESK = NAMES.filter((name) => LISTED.includes(name.slice(0, name.indexOf('.'))));
const underscored = (name: string): string => name.replaceAll('.', '_');

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const ask = (query: string, message: object): Promise<Answer> => shop.full.send('POST', `/api/mcp${query}`, { body: message });

async function named(query: string): Promise<readonly string[]> {
  return (await ask(query, TOOL_LIST)).body.result.tools.map(({ name }: { name: string }) => name) as string[];
}

describe('the names of tools', () => {
  it('are unique in both spellings, and fit the rules of model providers', () => {
    const all = NAMES.flatMap((name) => [name, underscored(name)]);
    expect(new Set(all).size).toBe(all.length);
    expect(NAMES.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(underscored(name)))).toEqual([]);
  });

  it('prevent the start of the service if two operations share one', () => {
    const [first] = TOOLS;
    if (!first) throw new Error('there is no tool');
    const twins = [
      { ...first, name: 'menu.set_price' },
      { ...first, name: 'menu_set.price' },
    ];
    expect(() => new Toolbox(toolsOf(twins))).toThrow('menu_set_price');
  });

  it('are listed with the dot, or with an underscore if the address asks for it', async () => {
    expect(await named('?sections=all')).toEqual(NAMES);
    expect(await named('?sections=all&names=underscore')).toEqual(NAMES.map(underscored));
  });

  it('are accepted in both spellings at every address, for the same call', async () => {
    for (const [index, query] of ['', '?names=underscore'].entries()) {
      const args = { title: 'Order brake pads', idempotency_key: `order-${index}` };
      const [dotted, other] = [
        await ask(query, toolCall('tasks.create', args)),
        await ask(query, toolCall('tasks_create', args)),
      ];
      expect(other.body.result.structuredContent).toEqual(dotted.body.result.structuredContent);
      expect(dotted.body.result.structuredContent.title).toBe('Order brake pads');
    }
    expect((await shop.full.tool('services_update_price', { id: NOBODY, base_price: 1 })).isError).toBe(true);
  });

  it('have one spelling in the log', async () => {
    await ask('?names=underscore', toolCall('tasks_assignees'));
    expect(service.log.lines.at(-1)?.detail).toMatchObject({ operation: 'tasks.assignees', status: 200 });
  });

  it.each(['tasks_create', 'tasks.create'])('must equal the header in revision 2026-07-28: %s', async (name) => {
    const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
    const message = {
      ...toolCall(name),
      params: {
        name,
        arguments: { title: 'x' },
        _meta: { ...version, 'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' } },
      },
    };
    const send = (header: string): Promise<Answer> =>
      shop.full.send('POST', '/api/mcp', {
        body: message,
        headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': header },
      });
    expect((await send(name)).body.result.structuredContent.title).toBe('x');
    const inBase64 = `=?base64?${Buffer.from(name).toString('base64')}?=`;
    expect((await send(inBase64)).body.result.structuredContent.title).toBe('x');
    // The header must spell the name as the message does. The other spelling of the same name is refused.
    const other = name === 'tasks_create' ? 'tasks.create' : 'tasks_create';
    expect(await send(other)).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
  });
});

describe('an address with names=underscore', () => {
  it('shows no dotted name in the list or the instructions', async () => {
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const greeting = await ask('?names=underscore', { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize });
    const texts = (await ask('?names=underscore', TOOL_LIST)).text + greeting.text;
    expect(NAMES.filter((name) => texts.includes(name))).toEqual([]);
    expect(texts).toContain('tasks_assignees');
  });

  it('shows no dotted name in refusals and their advice', async () => {
    const { id } = await aStoredService(service, shop, {});
    const calls = [
      toolCall('tasks_create', { title: 'x', staff_id: NOBODY }),
      toolCall('tasks_create', { title: 'x', customer_id: NOBODY }),
      toolCall('services_tiers', { id }),
      toolCall('tasks_list', { page: 2 }),
    ];
    const answers = await Promise.all(calls.map((one) => ask('?names=underscore', one)));
    const texts = answers.map(({ body }) => JSON.stringify(body.result));
    expect(answers.map(({ body }) => body.result.isError)).toEqual(calls.map(() => true));
    expect(texts.map((text) => /\w+_(?:assignees|list|get)\b/.test(text))).toEqual(calls.map(() => true));
    expect(texts.filter((text) => NAMES.some((name) => text.includes(name)))).toEqual([]);
  });
});

describe('the address parameters sections and readonly', () => {
  it.each(['?READONLY=1', '?section=jobs', '?readonly=1&name=underscore', '?=1'])(
    'are named when one is mistyped: %s',
    async (query) => {
      const { status, body } = await ask(query, TOOL_LIST);
      expect([status, body.error.code, body.error.message]).toEqual([
        400,
        -32602,
        expect.stringMatching(/^Invalid address: .* is not a parameter of this address, which takes names, readonly, sections$/),
      ]);
    },
  );

  it.each([
    ['?sections=customers', /^customers\./],
    ['?sections=services,reviews', /^(services|reviews)\./],
    ['?sections=inbox', /^(tasks|comms)\./],
    ['?sections=inbox&sections=jobs', /^(tasks|comms|jobs)\./],
  ])('list only the tools of %s', async (query, wanted) => {
    expect(await named(query)).toEqual(NAMES.filter((name) => wanted.test(name)));
  });

  it('list the work of the front desk if the address chooses none, and all of it can be called', async () => {
    expect(await named('')).toEqual(FRONT_DESK);
    expect(await named('?sections=jobs,all')).toEqual(NAMES);
    expect((await ask('', toolCall('reviews.list'))).body.result.structuredContent.items).toEqual([]);
    expect((await ask('?readonly=1', toolCall('automations.list'))).body.result.structuredContent.items).toEqual([]);
  });

  it('leave out the tools that write, alone and with the other parameters', async () => {
    const reading = TOOLS.filter(({ scope }) => scope === 'read')
      .map(({ name }) => name)
      .sort();
    expect(await named('?readonly=1&sections=all')).toEqual(reading);
    expect(await named('?readonly=1')).toEqual(reading.filter((name) => FRONT_DESK.includes(name)));
    const some = reading.filter((name) => name.startsWith('services.')).map(underscored);
    expect(await named('?sections=services&readonly=1&names=underscore')).toEqual(some);
  });

  it('work together for every section', async () => {
    const reading = new Set(TOOLS.filter(({ scope }) => scope === 'read').map(({ name }) => name));
    const areas = [...new Set(NAMES.map((name) => name.slice(0, name.indexOf('.'))))];
    const sections: readonly (readonly [string, readonly string[]])[] = [
      ...areas.map((area) => [area, [area]] as const),
      ['inbox', ['comms', 'tasks']],
      ['inbox,booking', ['booking', 'comms', 'tasks']],
    ];
    for (const [section, of] of sections) {
      const expected = NAMES.filter((name) => reading.has(name) && of.includes(name.slice(0, name.indexOf('.'))));
      expect(expected).not.toEqual([]);
      expect([section, await named(`?sections=${section}&readonly=1`)]).toEqual([section, expected]);
    }
  });

  it('answer a call of an omitted tool as an unknown tool, and never advise it', async () => {
    for (const [query, name] of [
      ['?readonly=1', 'tasks.create'],
      ['?sections=customers', 'jobs.list'],
    ] as const) {
      expect((await ask(query, toolCall(name, { title: 'x' }))).body).toMatchObject({
        id: 7,
        error: { code: -32602, message: expect.stringContaining(name) },
      });
    }
    const { content } = (await ask('?sections=inbox', toolCall('tasks.create', { title: 'x', customer_id: NOBODY }))).body.result;
    expect(content[0].text).toBe('customer_id: no customer of this shop has this id. Ask the user which customer is meant.');
  });
});

describe('a parameter of the address', () => {
  it('names the section of the shop, whose tools only read, alone or with others', async () => {
    const { tools } = (await ask('?sections=shop,keys,quotes', TOOL_LIST)).body.result as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['keys.list', 'quotes.list', 'shop.get']);
  });

  it.each([
    ['?names=dash', 'names: takes underscore'],
    ['?names=', 'names: takes underscore'],
    ['?names=underscore&names=underscore', 'names: must be given once'],
    ['?readonly=true', 'readonly: takes 1'],
    [
      '?sections=nobody',
      /sections: takes a list of (?:\w+, )*automations, (?:\w+, )*customers, (?:\w+, )*tasks, (?:\w+, )*inbox, all; there is no nobody/,
    ],
    ['?sections=', 'sections: takes a list of'],
    ['?sections=customers,', 'inbox'],
    ['?sections=__proto__', 'sections: takes a list of'],
  ])('is refused for %s, with the allowed values', async (query, words) => {
    for (const message of [TOOL_LIST, toolCall('tasks.assignees')]) {
      const answer = await ask(query, message);
      expect(answer).toMatchObject({
        status: 400,
        body: { jsonrpc: '2.0', id: 7, error: { code: -32602, message: expect.stringMatching(words) } },
      });
    }
  });
});
