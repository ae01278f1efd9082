import { sampleValue } from './samples.mjs';

/** The tests of what was written, and a red test: `tests/areas/<area>/<file>.test.ts`. */
export function testsSource(spec) {
  const { name, record, fields, section, path } = spec;
  const usesRecords = record !== null || fields.some(({ record: one }) => one);
  return `
import type { Answer } from '../../support/api.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
${usesRecords ? 'let records: ShopRecords;\n' : ''}
beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
${usesRecords ? '  records = await fillShop(service, shop);\n' : ''}});
afterAll(() => service.stop());

${inputOf(fields)}${path === null ? '' : restTests(spec)}${section === undefined ? '' : toolTest(spec)}
// A failing test is a rule that nobody has written. Write the rule and its test, and take away \`.failing\`: jest asks for it.
test.failing('${name}: write the rule of your own here', async () => {
  ${path === null ? `const answer = ${toolCall(spec)};` : 'const { body } = await call();'}
  expect(${path === null ? 'answer.structuredContent' : 'body.data'}).toEqual('say what ${name} answers');
});
`;
}

/** Returns a function, because the ids of the records are known only when the tests run. */
function inputOf(fields) {
  if (fields.length === 0) return '';
  const values = fields.map((field) => `${field.name}: ${field.record ? `records.${field.record}` : sampleValue(field)}`);
  return `const input = () => ({ ${values.join(', ')} });\n`;
}

function restTests(spec) {
  const { path, record } = spec;
  const method = isRead(spec) ? 'GET' : 'POST';
  const refused = `
test('${method} ${path} refuses the id of no ${record?.text}', async () => {
  const { status, body } = await call('00000000-0000-0000-0000-000000000000');
  expect([status, body.error]).toEqual([404, { code: 'not_found', message: '${record?.text} not found' }]);
});
`;
  return `const call = (${record ? `id = records.${record.key}` : ''}): Promise<Answer> => ${restCall(spec)};

test('${method} ${path} answers', async () => {
  const { status, body } = await call();
  expect([status, body.data]).toEqual([200, ${expected(spec)}]);
});
${record ? refused : ''}
`;
}

function toolTest(spec) {
  return `test('the tool ${spec.name} answers', async () => {
  const { structuredContent } = ${toolCall(spec)};
  expect(structuredContent).toEqual(${expected(spec)});
});
`;
}

function expected({ record, shows, kind }) {
  if (kind === 'list') return 'expect.any(Array)';
  if (kind === 'get' || kind === 'change') return `expect.objectContaining({ id: records.${record.key} })`;
  return `{ ${shows.map((field) => `${field.name}: ${anyValue(field)}`).join(', ')} }`;
}

/** A value of the field's type, so that the test holds also when there is a rule. */
function anyValue({ is, optional }) {
  return optional ? 'null' : `expect.any(${{ integer: 'Number', boolean: 'Boolean' }[is.schema] ?? 'String'})`;
}

/** The call on REST: with a query for an operation that reads, otherwise with a body. */
function restCall(spec) {
  const { path, record, fields } = spec;
  const at = path.replace(':id', '${id}');
  const whole = record ? `\`${at}\`` : `'${at}'`;
  if (!isRead(spec)) return `shop.full.post(${whole}, ${fields.length > 0 ? 'input()' : '{}'})`;
  if (fields.length === 0) return `shop.read.get(${whole})`;
  const texts = fields.every(({ is }) => (is.schema ?? 'string') === 'string');
  const query = texts ? 'input()' : 'Object.fromEntries(Object.entries(input()).map(([name, value]) => [name, String(value)]))';
  return `shop.read.get(\`${at}?\${new URLSearchParams(${query}).toString()}\`)`;
}

function toolCall(spec) {
  const { name, record, fields } = spec;
  const parts = [...(record ? [`id: records.${record.key}`] : []), ...(fields.length > 0 ? ['...input()'] : [])];
  const given = parts.join() === '...input()' ? 'input()' : `{ ${parts.join(', ')} }`;
  return `await shop.${isRead(spec) ? 'read' : 'full'}.tool('${name}', ${given})`;
}

function isRead({ kind }) {
  return kind === 'read' || kind === 'get' || kind === 'list';
}
