import type { Field } from '../../../application/kernel/fields/field.js';
import { inputSchema } from '../../../application/kernel/fields/json-schema.js';
import { isTool, givenFields, type Operation } from '../../../application/kernel/operation/operation.js';
import { FEATURES } from '../../../domain/access/shop.js';
import type { Api } from '../../support/api.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { operations } from '../../support/registry.js';
import { samples } from '../../support/samples.js';
import type { Sample } from '../../support/tested-area.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const NOBODY = '018f0000-0000-7000-8000-000000000000';
const CORRECT = 'Correct what the message names and call again.';
const TOOLS = operations.filter(isTool);

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  service.clock.set('2026-03-02T15:00:00Z');
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

/** Every tool gets a key of its own, because a key may write 20 times a minute. */
const key = (grants?: object): Promise<Api> => service.key(shop.id, grants && { grants });

/** Expects a refusal, and returns its text for the model. */
async function advice(api: Api, name: string, args: object): Promise<string> {
  const { isError, content } = await api.tool(name, args);
  expect([name, args, isError]).toEqual([name, args, true]);
  return (content as { text: string }[])[0]?.text ?? '';
}

function wrongFor({ schema }: Field): unknown {
  if (schema.enum) return 'nonsense';
  return schema.type === 'array' ? 7 : { a: 1 };
}

function sampleOf({ name }: Operation): Sample & { readonly whole: Readonly<Record<string, unknown>> } {
  const sample = samples[name]?.(records);
  if (!sample) throw new Error(`${name} has no sample`);
  return { ...sample, whole: { ...sample.input, ...sample.path } };
}

/** The subject of a text is ignored, whatever it is. So it is read when it is known that the message is an e-mail. */
const READ_LATER: ReadonlySet<string> = new Set(['comms.update_scheduled_message subject']);

describe.each(TOOLS.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  const fields = givenFields(operation, 'tool');

  it('names each wrong argument, the allowed values or form, and for an id the tool that lists such ids', async () => {
    const api = await key();
    const wrong = Object.fromEntries(fields.map((field) => [field.name, wrongFor(field)]));
    const text = await advice(api, name, fields.length > 0 ? wrong : { anything: 1 });
    expect(text.endsWith(` ${CORRECT}`)).toBe(true);
    const problems = new Map(
      text
        .slice(0, -` ${CORRECT}`.length)
        .replace(/\.$/, '')
        .split(/; (?=\w+: )/)
        .map((problem) => [problem.slice(0, problem.indexOf(':')), problem] as const),
    );
    for (const { name: field, schema, listedBy, required } of fields) {
      if (READ_LATER.has(`${name} ${field}`)) continue;
      const problem = problems.get(field) ?? '';
      expect(problem).toMatch(/^\w+: must (be|not) /);
      if (schema.enum) expect(problem).toBe(`${field}: must be one of ${schema.enum.join(', ')}`);
      if (schema.format === 'date-time') expect(problem).toContain('such as 2026-03-03T09:00:00Z');
      if (listedBy !== undefined) expect(problem).toContain(` from ${listedBy}`);
      else if (schema.format === 'uuid' && !required) expect(problem).toContain('leave it out');
    }
  });

  it('names its arguments when it gets an unknown one, and what is missing when it gets none', async () => {
    const api = await key();
    const unknown = await advice(api, name, { surprise: 1 });
    expect(unknown).toContain(`surprise: is not an argument of ${name}`);
    for (const field of fields) expect(unknown).toMatch(new RegExp(`\\b${field.name}\\b`));
    const { required = [] } = inputSchema(operation.input);
    if (required.length === 0 && !operation.exactlyOne && !operation.atLeastOne) return;
    const empty = await advice(api, name, {});
    for (const field of required) expect(empty).toContain(`${field}: is required`);
    expect(empty).toMatch(/is required|give (exactly|at least) one of/);
  });

  it('says for the id of no record how to find one, or that nothing matches', async () => {
    const api = await key();
    const { whole, path, references = {} } = sampleOf(operation);
    for (const [argument, [, foreign]] of Object.entries(references)) {
      const listed = Array.isArray(whole[argument]);
      const alternatives = operation.exactlyOne && argument !== 'id' ? path : whole;
      const args = { ...alternatives, [argument]: listed ? [NOBODY] : NOBODY };
      if (foreign === 'matches nothing' || typeof foreign === 'object') {
        expect((await api.tool(name, args)).isError).toBeUndefined();
        continue;
      }
      const source = fields.find((field) => field.name === argument)?.listedBy;
      const text = await advice(api, name, args);
      expect(text).toContain(argument);
      if (foreign === 404) expect(text.endsWith(source === undefined ? ' is meant.' : ` Find it with ${source}.`)).toBe(true);
      else if (source !== undefined) expect(text).toContain(source);
    }
  });

  it('says what the user must change when the key or the shop may not call it', async () => {
    const { whole } = sampleOf(operation);
    const section = operation.capability?.permission ?? '';
    expect(await advice(await key({ [section]: 'view' }), name, whole)).toBe(
      `this operation needs the section ${section} at level act. This key lacks the permission. Tell the user which one the message names; do not retry.`,
    );
    if (operation.scope === 'full')
      expect(await advice(shop.read, name, whole)).toMatch(/Tell the user that a key with scope full/);
  });
});

it('a tool of a feature that is switched off says so', async () => {
  const other = await service.shop();
  const off = Object.fromEntries(FEATURES.map((feature) => [feature, false]));
  await service.sql(`update shops set features = $2 where id = $1`, [other.id, JSON.stringify(off)]);
  for (const operation of TOOLS) {
    const feature = operation.capability?.feature;
    if (feature === undefined) continue;
    expect(await advice(await service.key(other.id), operation.name, sampleOf(operation).whole)).toBe(
      `${feature} is switched off for this shop. Tell the user; do not retry.`,
    );
  }
});
