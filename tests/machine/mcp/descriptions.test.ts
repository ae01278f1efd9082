import { Ajv2020 } from 'ajv/dist/2020.js';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { SECTIONS } from '../../../domain/access/permission.js';
import { isTool } from '../../../application/kernel/operation/operation.js';
import type { Api } from '../../support/api.js';
import { operations } from '../../support/registry.js';
import { TOOL_LIST } from '../../support/rpc-messages.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

interface Schema {
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}
interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
}

const TOOLS = operations.filter(isTool).map(({ name }) => name);

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop({ name: 'Northside Auto Care', timezone: 'America/Toronto' });
});
afterAll(() => service.stop());

async function listed(api: Api, query = '?sections=all'): Promise<readonly Listed[]> {
  return (await api.send('POST', `/api/mcp${query}`, { body: TOOL_LIST })).body.result.tools as Listed[];
}

/** Returns the schema and all schemas within it, each with its path. */
function within(place: string, schema: Schema): (readonly [string, Schema])[] {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => within(`${place}.${name}`, one));
  return [[place, schema], ...named, ...(schema.items ? within(`${place}[]`, schema.items) : [])];
}

async function schemas(api: Api): Promise<(readonly [string, Schema])[]> {
  return (await listed(api)).flatMap(({ name, inputSchema }) => within(name, inputSchema));
}

describe('a time argument', () => {
  const times = async (api: Api): Promise<string[]> =>
    (await schemas(api)).filter(([, { format }]) => format === 'date-time').map(([, { description = '' }]) => description);

  it('describes the shop’s zone, and that of a task an example offset in winter and in summer', async () => {
    service.clock.set('2026-03-03T05:00:00Z');
    const toronto = await times(shop.full);
    expect(toronto.length).toBeGreaterThan(0);
    for (const text of toronto) expect(text).toContain('America/Toronto time');
    const examples = (texts: readonly string[]) => texts.filter((text) => text.includes('T09:00:00'));
    expect(examples(toronto)).toEqual([
      expect.stringContaining('America/Toronto time: 2026-01-15T09:00:00-05:00, in July -04:00.'),
    ]);
    const utc = await service.shop();
    expect(examples(await times(utc.full))).toEqual([expect.stringContaining('UTC time: 2026-01-15T09:00:00Z.')]);
    expect(await times(shop.full)).toEqual(toronto);
  });
});

describe('the input schemas of tools', () => {
  it('have a description for every argument', async () => {
    const silent = (await schemas(shop.full)).filter(
      ([place, { description }]) => /\.\w+\./.test(place) && !place.endsWith('[]') && !description,
    );
    expect(silent.map(([place]) => place)).toEqual([]);
  });

  it('use only what strict model providers accept: no format but date-time, no combinations, no bounds', async () => {
    const KNOWN = ['type', 'description', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'default', 'format'];
    for (const [place, schema] of await schemas(shop.full)) {
      expect([place, Object.keys(schema).filter((keyword) => !KNOWN.includes(keyword))]).toEqual([place, []]);
      expect([place, schema.format ?? 'date-time']).toEqual([place, 'date-time']);
    }
  });

  it('allow every idempotency key that the service accepts, and others are refused with their form', async () => {
    const described = (await schemas(shop.full)).filter(([place]) => place.endsWith('.idempotency_key'));
    const texts = [...new Set(described.map(([, schema]) => JSON.stringify(schema)))];
    expect(texts).toHaveLength(1);
    const fits = new Ajv2020().compile(JSON.parse(texts[0]!) as Schema);
    const keys = ['7', 'order-7:again', 'a b', ' a', 'a ', '~', 'x'.repeat(255), '', ' ', 'é', 'a\n', '\t', 'x'.repeat(256)];
    for (const key of keys) {
      const { isError = false, content } = await shop.full.tool('tasks.create', { title: 'x', idempotency_key: key });
      expect([key, fits(key)]).toEqual([key, true]);
      if (isError) expect([key, content[0].text]).toEqual([key, expect.stringMatching(/^idempotency_key: must be /)]);
    }
  });
});

describe('the output schemas of tools', () => {
  it('say which of a person’s two ids a field has, and have no examples, formats and limits', async () => {
    const outputs = (await listed(shop.full)).flatMap(({ name, outputSchema }) => within(name, outputSchema));
    const people = outputs.filter(([place]) => /\.(assignee_id|assigned_to|sent_by|user_id)$/.test(place));
    const unclear = people.filter(([, { description = '' }]) => !/\bid\b|user_id/.test(description));
    // A view's field keeps its description in an output schema with `explained: true`.
    expect(unclear.map(([place, { description }]) => ({ place, description }))).toEqual([]);
    const KNOWN = ['type', 'description', 'properties', 'required', 'additionalProperties', 'items', 'enum'];
    const others = outputs.flatMap(([, schema]) => Object.keys(schema).filter((keyword) => !KNOWN.includes(keyword)));
    expect(others).toEqual([]);
  });
});

it('no text names an unknown tool', async () => {
  const text = JSON.stringify(await listed(shop.full));
  const areas = new Set(operations.map(({ name }) => name.split('.')[0]));
  const named = [...text.matchAll(/\b([a-z_]+)\.[a-z_]+\b/g)].filter(([, area]) => areas.has(area)).map(([name]) => name);
  expect(named.filter((name) => ![...TOOLS, ...SECTIONS].includes(name))).toEqual([]);
  expect(new Set(named.filter((name) => TOOLS.includes(name))).size).toBe(TOOLS.length);
});

/**
 * The most tokens of names, descriptions and input schemas that an address without `sections` lists: they are a part of most
 * conversations. On average is counted for each tool, because the list grows with the service: a tool that needs more must be paid
 * for by others. See ADR 36.
 */
const MOST_LISTED = { all: 6000, onAverage: 200 };
/** So many tools are listed by the service itself. Each further one, such as a team's, may need the average. */
const OWN_TOOLS = 37;
/** The same, with those that are listed only when an address asks for them. */
const MOST_ON_AVERAGE = { input: 250, output: 215 };
const MOST_OF_ONE = 900;

const encoder = new Tiktoken(o200k);

function tokensOf(
  tools: readonly Listed[],
): readonly { readonly tool: string; readonly input: number; readonly output: number }[] {
  const tokens = (value: object): number => encoder.encode(JSON.stringify(value)).length;
  return tools.map(({ name, description, inputSchema, outputSchema }) => ({
    tool: name,
    input: tokens({ name, description, inputSchema }),
    output: tokens(outputSchema),
  }));
}

function total(sizes: ReturnType<typeof tokensOf>, part: 'input' | 'output'): number {
  return sizes.reduce((sum, one) => sum + one[part], 0);
}

it('the tools that an address lists by itself stay within their limit of tokens', async () => {
  const sizes = tokensOf(await listed(shop.full, ''));
  expect(total(sizes, 'input')).toBeLessThanOrEqual(
    Math.min(
      MOST_LISTED.all + MOST_LISTED.onAverage * Math.max(0, sizes.length - OWN_TOOLS),
      MOST_LISTED.onAverage * sizes.length,
    ),
  );
});

it('the input schemas of tools, with name and description, and the output schemas stay within the limits of tokens', async () => {
  const sizes = tokensOf(await listed(shop.full));
  const all = { tool: `all ${sizes.length}`, input: total(sizes, 'input'), output: total(sizes, 'output') };
  const lines = [...sizes, all].map(
    ({ tool, input, output }) => `${tool.padEnd(32)}${String(input).padStart(6)}${String(output).padStart(8)}`,
  );
  process.stdout.write(`${['tokens of the tools                input  output', ...lines].join('\n')}\n`);
  expect(all.input).toBeLessThanOrEqual(MOST_ON_AVERAGE.input * sizes.length);
  expect(all.output).toBeLessThanOrEqual(MOST_ON_AVERAGE.output * sizes.length);
  expect(sizes.filter(({ input, output }) => Math.max(input, output) > MOST_OF_ONE)).toEqual([]);
});
