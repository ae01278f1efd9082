import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WrittenTree } from '../../support/guide.js';

const AREAS = [
  // every type of field, and no states
  `site_estimates --record site_estimate --section jobs.manage --feature scheduling --field customer_id:customer
    --field name:text --field 'note?:text' --field 'email?:email' --field 'phone?:phone' --field hours:int --field 'days?:int'
    --field price:money --field 'deposit?:money' --field urgent:flag --field due_at:instant --field 'seen_at?:instant'
    --field 'size:small|large' --field 'mood?:good|bad'`,
  // its name has a word that documents have for something else
  `tool_boxes --record tool_box --section customers.manage --field 'customer_id?:customer' --field 'shelf:text=A 7'
    --states kept,given,lost --moves kept:given,lost --moves given:kept --about 'Boxes that the technicians share.'`,
  `ovens --record oven --section shop.manage --impersonal --field heat:int=40 --states off,on --moves off:on --moves on:off`,
  // people who are no customers
  `guests --record guest --section jobs.manage --field email:email`,
  // references, also to a new area and to one whose port could find no record by its id; and due times
  `borrowings --record borrowing --section jobs.manage --impersonal --field vehicle_id:vehicles --field 'oven_id?:ovens'
    --states open,back --moves open:back --due ends_at`,
  `rentals --record rental --section jobs.manage --field service_id:services --field customer_id:customers --field price:money
    --due 'ends_at?'`,
];
const OPERATIONS = [
  `tasks.workload --read --section inbox.access --field staff_id:uuid --shows open:int --shows overdue:int`,
  `customers.history --read --route /customers/:id/history --field 'since?:instant' --field 'kind:big|small' --field least:int
    --shows visits:int --shows 'last_at?:instant' --shows 'mood:good|bad' --shows regular:flag`,
  `tasks.get --read --section inbox.access --no-route`,
  `calls.rate --change --section inbox.access --field stars:int --field 'note?:text' --field 'job_id?:uuid' --field 'why:busy|away'`,
  `vehicles.repaint --change --field color:text`,
  `comms.clean_up --write --section inbox.access --field urgent:flag --field least:money --field phone:phone
    --field email:email --field other_id:uuid --shows removed:int --shows note:text`,
  `media.tally --write --shows removed:int`, // the first operation of its area
  `vehicles.unplated --list`,
  `ovens.hot --list`,
  `ovens.purge --change --section shop.manage`, // an operation of a new area
];
const names = [...AREAS, ...OPERATIONS].map((command) => command.split(' ')[0] ?? '');
const MATRIX = 'tests/machine/http/operation-matrix';
/** Suites that know lists of what there is. */
const SUITES = [
  'tests/machine/architecture/event-catalogue.test.ts',
  'tests/machine/architecture/operation-names.test.ts',
  'tests/machine/architecture/storage-layout.test.ts',
  'tests/machine/client/made.test.ts',
  'tests/machine/docs/generated.test.ts',
  'tests/machine/docs/glossary.test.ts',
  'tests/machine/docs/surfaces.test.ts',
  'tests/machine/http/cursor-paging.property.test.ts',
  'tests/machine/http/openapi.test.ts',
  'tests/machine/mcp/addresses.test.ts',
  'tests/machine/mcp/descriptions.test.ts',
  'tests/machine/mcp/every-refusal.test.ts',
  'tests/machine/mcp/instructions.test.ts',
  'tests/machine/mcp/tool-descriptions.test.ts',
  'tests/sql-rules/distribution.test.ts',
  'tests/sql-rules/schema.test.ts',
  'tests/sql-rules/tenancy.test.ts',
];

const tree = await WrittenTree.copy();
const printed: string[] = [];
for (const area of AREAS) printed.push(await tree.run(`npm run new -- area ${area.replaceAll('\n', ' ')}`));
for (const one of OPERATIONS) printed.push(await tree.run(`npm run new -- operation ${one.replaceAll('\n', ' ')}`));
await tree.migrate();
// These test files run within this one, because a second jest would take half a minute. Some of them read files of the working directory.
const home = process.cwd();
process.chdir(tree.folder);
process.env['OPERATION'] = names.join(',');
const written = tree.sources.filter((file) => file.endsWith('.test.ts') && file.startsWith('tests/areas/'));
for (const suite of [...(await readdir(MATRIX)).sort().map((file) => join(MATRIX, file)), ...SUITES, ...written])
  await tree.load(suite);

afterAll(async () => {
  process.chdir(home);
  await tree.remove();
});

describe('what the scaffold has written', () => {
  it('compiles', async () => {
    expect(await tree.complaints()).toEqual([]);
  }, 60_000);

  it('is as the formatter and the linter want it', async () => {
    expect(await tree.formatting()).toBe('');
    expect(await tree.linting()).toBe('');
  }, 120_000);

  it('has tests of each area and operation', () => {
    expect(written).toHaveLength(names.length);
  });

  it('is printed with the next commands', () => {
    for (const [index, text] of printed.entries()) {
      expect(text).toMatch(/^wrote {3}\w/);
      const [area = ''] = names[index]?.split('.') ?? [];
      const folder = area === 'comms' ? 'texting' : area.replaceAll('_', '-');
      expect(text).toContain(`npm run check -- ${folder}\n`);
    }
  });

  it('has one red test for each verb and each due time', async () => {
    const texts = await Promise.all(written.map((file) => readFile(file, 'utf8')));
    const red = texts.flatMap((text) =>
      [...text.matchAll(/^test\.failing\('([\w.]+): write the rule/gm)].map(([, name]) => name),
    );
    const verbs = ['create', 'get', 'list'];
    const ofAreas = [
      ...['site_estimates', 'guests'].flatMap((area) => verbs.map((verb) => `${area}.${verb}`)),
      ...['tool_boxes', 'ovens'].flatMap((area) => [...verbs, 'move'].map((verb) => `${area}.${verb}`)),
      ...[...verbs, 'move', 'handle_due'].map((verb) => `borrowings.${verb}`),
      ...[...verbs, 'handle_due'].map((verb) => `rentals.${verb}`),
    ];
    expect(red.sort()).toEqual([...ofAreas, ...names.slice(AREAS.length)].sort());
  });
});
