import fc from 'fast-check';
import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';
import type { Answer } from '../../support/api.js';
import { bodyOf, parameterOf } from './fuzzing.js';
import { fillShop } from '../../support/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

/**
 * The seconds that each of the two tests takes: one sends input to the endpoints, the other one to the tools. FUZZ_SECONDS=600
 * makes a long run; FUZZ_SEED repeats a run that failed.
 */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 2);
const SEED = process.env['FUZZ_SEED'];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: JsonSchema;
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
}

let service: TestService;
let shop: TestShop;
let ids: readonly string[];

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  const records = await fillShop(service, shop);
  const foreign = await fillShop(service, await service.shop());
  ids = [...Object.values(records), ...Object.values(foreign)] as string[];
});
afterAll(() => service.stop());

it(
  'an endpoint of the document answers any request as the document says',
  async () => {
    const endpoints = await documented();
    expect(endpoints.length).toBeGreaterThan(30);
    await holds(fc.oneof(...endpoints.map(requestTo)), async ({ method, path, body }) => {
      const answer = await shop.full.send(method, path, { body });
      expect(fault(answer.status, answer.body?.error)).toBeNull();
    });
  },
  (SECONDS + 60) * 1000,
);

it(
  'a tool answers any arguments with a result, or with an error that the caller caused',
  async () => {
    const { body } = await shop.full.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const tools = body.result.tools as { name: string; inputSchema: JsonSchema }[];
    expect(tools.length).toBeGreaterThan(10);
    const calls = tools.map(({ name, inputSchema }) =>
      bodyOf(inputSchema.properties ?? {}, ids).map((args) => [name, args] as const),
    );
    await holds(fc.oneof(...calls), async ([name, args]) => {
      const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
      const answer = await shop.full.rpc(message);
      expect(faultOfTool(answer)).toBeNull();
    });
  },
  (SECONDS + 60) * 1000,
);

/** Checks inputs until the time is over. A failure is reported with the seed that repeats it. */
async function holds<T>(inputs: fc.Arbitrary<T>, check: (input: T) => Promise<void>): Promise<void> {
  let held = 0;
  const counted = async (input: T): Promise<void> => {
    await check(input);
    held += 1;
  };
  await fc.assert(fc.asyncProperty(inputs, counted), {
    numRuns: 1_000_000,
    plugins: [fc.interruptAfterTimeLimit(SECONDS * 1000)],
    ...(SEED !== undefined && { seed: Number(SEED) }),
  });
  expect(held).toBeGreaterThan(20); // without this check, a request that is never answered would not fail the test
}

async function documented(): Promise<Endpoint[]> {
  const { body: document } = await service.as(null).get('/openapi.json');
  const resolved = (part: Answer['body']): Answer['body'] => {
    if (!part?.$ref) return part;
    const names: string[] = part.$ref.slice(2).split('/');
    return names.reduce((from, name) => from[name], document);
  };
  return Object.entries<Answer['body']>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Answer['body']>(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters: parameters.map(resolved),
      body: resolved(requestBody?.content['application/json'].schema) ?? null,
    })),
  );
}

function requestTo({ method, path, parameters, body }: Endpoint): fc.Arbitrary<Request> {
  const given = parameters
    .filter((one) => one.in !== 'header')
    .map((one) => parameterOf(one.schema, ids).map((value) => ({ ...one, value })));
  const some = fc
    .tuple(...given)
    .chain((all) => fc.tuple(fc.constant(all), fc.subarray(all.filter((one) => one.in === 'query'))));
  const sent = method === 'GET' ? fc.constant(undefined) : bodyOf(body?.properties ?? {}, ids);
  return fc.tuple(some, sent).map(([[all, asked], text]) => {
    const at = path.replace(/\{(\w+)\}/g, (_, name: string) => all.find((one) => one.name === name)?.value ?? '');
    const query = asked.map(({ name, value }) => `${name}=${value}`).join('&');
    return { method, path: `/api/v1${at}${query && `?${query}`}`, body: text };
  });
}

const OURS = 'the server failed; nothing changed';

/** Returns a fault that no input may cause: a 500 that the specification does not define, or a 503. Null: there is no fault. */
function fault(status: number, error: { readonly code: string; readonly message: string } | undefined): string | null {
  if (status < 500 || error?.code === 'not_implemented') return null;
  return error?.code === 'internal_error' && error.message !== OURS ? null : `${status} ${JSON.stringify(error)}`;
}

function faultOfTool({ status, body }: Answer): string | null {
  if (body?.error) return status < 500 && body.error.code !== -32603 ? null : `${status} ${JSON.stringify(body)}`;
  if (!body?.result?.isError) return null;
  const { error } = JSON.parse(body.result.content[1].text);
  return error.code === 'internal_error' || error.code === 'unavailable' ? fault(500, error) : null;
}
