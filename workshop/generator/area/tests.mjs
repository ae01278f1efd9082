import { neededCustomer } from './test-support.mjs';

/** The tests of what was written, and a red test for each verb: `tests/areas/<area>/<area>.test.ts`. */
export function testsSource(spec) {
  const { area, record, fields, customer, states } = spec;
  const { pascal: Loaner, constant: LOANER, kebab } = record;
  const given = fields.filter((field) => field !== customer).map(({ name, example }) => `${name}: ${example}`);
  const owner = customer ? 'customer.id' : '';
  return `
import { ${LOANER}_MOVES, ${LOANER}_STATUSES } from '../../../domain/${area.kebab}/${kebab}.js';
import { aStored${Loaner} } from '../../support/builders/a-${kebab}.js';
import { aCustomer } from '../../support/builders/records.js';
import { eventTypesOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const GIVEN = { ${given.join(', ')} };

let service: TestService;
let shop: TestShop;
${customer ? 'let customer: { readonly id: string };\n' : ''}
beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
${customer ? '  customer = await aCustomer(shop.full);\n' : ''}});
afterAll(() => service.stop());

${listsTest(spec, customer ? `{ ...GIVEN, ${customer.name}: ${owner} }` : 'GIVEN')}${optionalTest(spec)}${
    customer ? customerTest(spec) : ''
  }${states.length > 0 ? movesTest(spec) : ''}
test('pages by offset have the newest first', async () => {
  const ids: string[] = [];
  for (const time of ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:01.000Z', '2026-03-01T09:00:02.000Z'])
    ids.unshift((await ${stored(spec, `{ createdAt: at(time) }`)}).id);
  const { items, ...meta } = (await shop.read.post('/${area.snake}/list', { limit: 2, offset: 1 })).body.data;
  expect(items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1));
  expect(meta).toEqual({ total: 3, omitted: 1, next_offset: null });
});

test('a tool that gets a wrong id says where ids come from', async () => {
  const refused = await shop.full.tool('${area.snake}.get', { id: 'the first one' });
  expect(refused.content[0].text).toContain('${area.snake}.list');
});

${redTests(spec)}`;
}

/** A call of the builder. */
function stored(spec, properties) {
  const { pascal: Loaner } = spec.record;
  const given = ['service', 'shop', ...(neededCustomer(spec) ? ['customer'] : []), ...(properties ? [properties] : [])];
  return `aStored${Loaner}(${given.join(', ')})`;
}

function listsTest({ area, record, states }, body) {
  const status = states.length > 0 ? `, status: '${states[0]}'` : '';
  const sent = body === 'GIVEN' ? 'GIVEN' : 'body';
  return `test('a new ${record.text} is found by its id and in both lists', async () => {
${sent === 'body' ? `  const body = ${body};\n` : ''}  const answer = await shop.full.post('/${area.kebab}', ${sent});
  const { data } = answer.body;
  expect(answer.status).toBe(201);
  expect(data).toEqual({ ...${sent}, id: data.id${status}, created_at: data.created_at });
  expect((await shop.read.get(\`/${area.kebab}/\${data.id}\`)).body.data).toEqual(data);
  expect((await shop.read.get('/${area.kebab}')).body).toEqual({ data: [data], meta: { next_cursor: null } });
  const page = (await shop.read.post('/${area.snake}/list', {})).body.data;
  expect(page).toEqual({ items: [data], total: 1, omitted: 0, next_offset: null });
  expect(await eventTypesOf(service, data)).toEqual(['${record.snake}.created']);
});
`;
}

function optionalTest({ area, record, fields, customer }) {
  const free = fields.filter(({ optional }) => optional).map(({ name }) => name);
  if (free.length === 0) return '';
  const needed = fields.filter(({ optional }) => !optional);
  const body = needed.map((field) => `${field.name}: ${field === customer ? 'customer.id' : `GIVEN.${field.name}`}`).join(', ');
  return `
test('what is left out of a new ${record.text} is null', async () => {
  const { data } = (await shop.full.post('/${area.kebab}', { ${body} })).body;
  expect(data).toMatchObject({ ${free.map((name) => `${name}: null`).join(', ')} });
});
`;
}

function customerTest({ area, record, customer }) {
  return `
test('a ${record.text} of an unknown customer is refused', async () => {
  const stranger = await aCustomer((await service.shop()).full);
  const { status, body } = await shop.full.post('/${area.kebab}', { ...GIVEN, ${customer.name}: stranger.id });
  expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'customer not found' }]);
});
`;
}

function movesTest(spec) {
  const { area, record } = spec;
  const { constant: LOANER, text, snake } = record;
  return `
const totalOf = async (status: string): Promise<number> =>
  (await shop.read.post('/${area.snake}/list', { status })).body.data.total as number;

test.each(${LOANER}_STATUSES.flatMap((from) => ${LOANER}_STATUSES.map((to) => [from, to] as const)))(
  'a ${text} that is %s moves to %s as the table of moves says, and the totals follow',
  async (from, to) => {
    const { id } = await ${stored(spec, '{ status: from }')};
    const answer = await shop.full.patch(\`/${area.kebab}/\${id}\`, { status: to });
    const moves = from === to || ${LOANER}_MOVES[from].includes(to);
    if (moves) expect(answer.body.data).toMatchObject({ id, status: to });
    else expect(answer.body.error).toEqual({ code: 'conflict', message: \`the ${text} is \${from}: it cannot become \${to}\` });
    const totals = await Promise.all(${LOANER}_STATUSES.map((status) => totalOf(status)));
    expect(totals).toEqual(${LOANER}_STATUSES.map((status) => Number(status === (moves ? to : from))));
    expect(await eventTypesOf(service, { id })).toEqual(moves && from !== to ? ['${snake}.moved'] : []);
  },
);
`;
}

/** The red tests. Each makes a call that succeeds now, and expects of it what the team has still to decide. */
function redTests(spec) {
  const { area, customer, states, moves } = spec;
  const { kebab, snake } = area;
  const created = customer ? `{ ...GIVEN, ${customer.name}: customer.id }` : 'GIVEN';
  const red = (verb, lines, seen) => `
test.failing('${snake}.${verb}: write the rule of your own here', async () => {
${lines}  expect(${seen}).toEqual('say what ${snake}.${verb} answers');
});
`;
  const { id, path } = { id: `  const { id } = await ${stored(spec)};\n`, path: `\`/${kebab}/\${id}\`` };
  const next = states.length > 0 ? moves.get(states[0])[0] : '';
  return [
    '// A failing test is a rule that nobody has written. Write the rule and its test, and take away `.failing`: jest asks for it.',
    red('create', `  const { body } = await shop.full.post('/${kebab}', ${created});\n`, 'body.error'),
    red('get', `${id}  const { body } = await shop.read.get(${path});\n`, 'body.data'),
    red('list', `  await ${stored(spec)};\n  const { body } = await shop.read.post('/${snake}/list', {});\n`, 'body.data.items'),
    states.length > 0
      ? red('move', `${id}  const { body } = await shop.full.patch(${path}, { status: '${next}' });\n`, 'body.error')
      : '',
  ].join('');
}
