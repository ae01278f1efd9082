import { existsSync } from 'node:fs';

interface Output {
  write(text: string): void;
}
type RunNew = (words: readonly string[], root: string, output: { stdout: Output; stderr: Output }) => Promise<number>;

let runNew: RunNew;

beforeAll(async () => {
  const file = new URL('../../../workshop/generator/run-new.mjs', import.meta.url).href;
  ({ runNew } = (await import(file)) as { runNew: RunNew }); // the module says so
});

/** Runs `npm run new -- …` on this checkout. A part of the command that is in quotes is one word. */
async function ran(command: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const output = {
    stdout: { write: (text: string) => void out.push(text) },
    stderr: { write: (text: string) => void err.push(text) },
  };
  const code = await runNew(words, process.cwd(), output);
  return { code, out: out.join(''), err: err.join('') };
}

const AREA = 'area gizmos --record gizmo --section jobs.manage --impersonal --field name:text';

it.each([
  ['area gizmos', 2, "required option '--record <name>' not specified"],
  [`${AREA} --colour red`, 2, "unknown option '--colour'"],
  ['area Loaners --record gizmo --section jobs.manage', 1, 'an area is named in lower case'],
  ['area orders --record order --section jobs.manage', 1, 'a record cannot be named order: that is a reserved word'],
  ['area gizmos --record gizmos --section jobs.manage', 1, 'the area is named in the plural, and --record in the singular'],
  ['area leads --record gizmo --section jobs.manage', 1, 'there is an area leads already'],
  ['area gizmos --record lead --section jobs.manage', 1, 'there is a record lead already'],
  ['area shared --record gizmo --section jobs.manage --field a:text', 1, 'domain/shared is there already'],
  ['area me --record mine --section jobs.manage --field a:text', 1, 'answers GET /me already'],
  ['area gizmos --record gizmo --section jobs --field a:text', 1, 'jobs.manage: jobs'],
  ['area gizmos --record gizmo --section jobs.manage --feature cars --field a:text', 1, '--feature is one of scheduling'],
  ['area gizmos --record gizmo --section jobs.manage', 1, 'a record needs at least one --field'],
  ['area gizmos --record gizmo --section jobs.manage --field name:text', 1, 'does a record say something about a person?'],
  [`${AREA} --field name:text`, 1, 'two fields are named name'],
  [`${AREA} --field licensePlate:text`, 1, 'a field is named in lower case'],
  [
    `${AREA} --field created_at:instant`,
    1,
    'a field cannot be named created_at: that is the name of a field that the service keeps',
  ],
  [`${AREA} --field limit:int`, 1, 'a field cannot be named limit: that is the name of a field that lists take'],
  [`${AREA} --field user:text`, 1, 'a field cannot be named user: that is a reserved word of SQL'],
  [`${AREA} --field type:text`, 1, 'a field cannot be named type: that is a reserved word of TypeScript'],
  [`${AREA} --field constructor:text`, 1, 'a field cannot be named constructor: that is a reserved word'],
  [`${AREA} --field to_string:text`, 1, 'a field cannot be named toString: that is a reserved word'],
  [`${AREA} --field __proto__:text`, 1, 'a field is named in lower case'],
  [`${AREA} --field prototype:text`, 1, 'a field cannot be named prototype: that is a reserved word'],
  [`${AREA} --field email:email`, 1, '--impersonal says that no field tells anything about a person, but email:email does'],
  [
    `${AREA} --field owner_id:customer`,
    1,
    '--impersonal says that no field tells anything about a person, but owner_id:customers',
  ],
  [`${AREA} --field a_id:vehicles --field b_id:vehicles`, 1, 'one field at most refers to vehicles'],
  [`${AREA} --field review_id:reviews`, 1, 'no adapters/areas/reviews/postgres-reviews.ts keeps records in the usual way'],
  [`${AREA} --field media_id:media`, 1, 'no adapters/areas/media/postgres-media.ts keeps records in the usual way'],
  [`${AREA} --field due_at:instant --due ends_at`, 1, 'a field cannot be named due_at: that is the name of the time of --due'],
  [`${AREA} --due name`, 1, 'two fields are named name'],
  [`${AREA} --field plate`, 1, 'a field is written name:type'],
  [`${AREA} --field plate:string`, 1, 'plate has the type string, but a field is text, email, phone'],
  [`${AREA} --field 'size:Small|large'`, 1, 'the values of size are words in lower case'],
  [`${AREA} --field 'kind:a|b=c'`, 1, 'the example of kind is one of its values: a|b'],
  [`${AREA} --field 'kind:a|a'`, 1, 'kind has a value twice: a|a'],
  [`${AREA} --field seats:int=five`, 1, 'the example of seats must be a number'],
  [`${AREA} --field seats:int=2.5`, 1, 'the example of seats must be a whole number from 0'],
  [`${AREA} --field red:flag=yes`, 1, 'the example of red must be true or false'],
  [`${AREA} --states lent`, 1, '--states has at least two states'],
  [`${AREA} --states lent,back,lent`, 1, '--states names a state twice'],
  [`${AREA} --states lent,back`, 1, '--moves must say where it can move: --moves lent:back'],
  [`${AREA} --states lent,back --moves lent:gone`, 1, '--moves is written from:to,to with states of --states (lent or back)'],
  [`${AREA} --states lent,back --moves lent:lent`, 1, '--moves lent:lent says no other state'],
  [`${AREA} --moves lent:back`, 1, '--moves needs --states'],
  [`${AREA} --states lent,back --moves lent:back --field status:text`, 1, 'a field cannot be named status'],
  ['operation gauge --read', 1, 'an operation is named <area>.<verb>'],
  ['operation tasks.re-tire --change', 1, 'an operation is named <area>.<verb>, such as tasks.workload or comms.clean_up'],
  ['operation gizmos.lend --change', 1, 'there is no area gizmos, but shop'],
  ['operation tasks.create --change', 1, 'there is an operation tasks.create already'],
  ['operation tasks.fling', 1, 'say what the operation does by one of --read, --list, --change'],
  ['operation tasks.fling --read --change', 1, 'say what the operation does by one of --read, --list, --change'],
  ['operation tasks.fling --change --shows done:flag', 1, '--change answers with the record, so it takes no --shows'],
  ['operation quotes.stale --list', 1, 'no adapters/areas/quotes/postgres-quotes.ts keeps records in the usual way'],
  ['operation vehicles.stays --list --route /vehicles/:id/stays', 1, '--list writes a list of the shop'],
  ['operation vehicles.unplated --list --section jobs.manage', 1, '--list writes a list by cursor, only on REST'],
  ['operation tasks.sweep --write', 1, 'say what the answer of --write has'],
  ['operation tasks.gauge --read --shows since:instant', 1, 'an instant that is shown can be null at first: since?:instant'],
  ['operation tasks.gauge --read --shows sum:money', 1, 'sum has the type money, but a field is text, int, flag, instant'],
  ['operation tasks.gauge --read --shows open:int --field open:flag', 1, 'open is both a --field and shown'],
  ['operation tasks.gauge --read --shows open:int --feature booking', 1, '--feature belongs to a capability'],
  ['operation tasks.gauge --read --shows open:int --no-route', 1, 'with --no-route the operation needs a --section'],
  ['operation tasks.gauge --read --shows open:int --route tasks', 1, '--route is a path such as /tasks/gauge'],
  ['operation tasks.one --read', 1, 'Then the operation is named tasks.read'],
  ['operation tasks.get --read --section inbox.access', 1, 'tasks.read answers GET /tasks/:id already'],
  ['operation tasks.fling --change --route /tasks/fling', 1, 'the route of an operation on one record has its id'],
  ['operation reviews.read --read', 1, 'the area’s port has no method find(shop, id)'],
  ['operation tasks.assign --change --file change-task', 1, 'application/areas/tasks/change-task.ts is there already'],
])('%s ends with %i and says: %s', async (command, code, message) => {
  const answer = await ran(command);
  expect({ ...answer, err: answer.err.includes(message) ? message : answer.err }).toEqual({ code, out: '', err: message });
});

it.each(['caller', 'conflict', 'flag', 'instant', 'phone', 'position', 'slice', 'clock', 'parameter', 'promise'])(
  'a record is not named %s, because a written file has that name for something else',
  async (record) => {
    const fields = '--field seen_at:instant --field reached_at:phone';
    const { code, err } = await ran(`area ${record}_list --record ${record} --section jobs.manage ${fields} --field red:flag`);
    const name = record.charAt(0).toUpperCase() + record.slice(1);
    expect([code, err]).toEqual([1, expect.stringContaining(`would have two things that are named ${name}.`)]);
  },
);

it.each([
  ['tasks.sum --read --shows open:int --file one', 'one'],
  ['tasks.caller --read --shows open:int', 'Caller'],
  ["tasks.gauge --read --shows 'text:short|long'", 'Text'],
])('operation %s is not written, because its file would have two things named %s', async (command, name) => {
  const { code, err } = await ran(`operation ${command}`);
  expect([code, err]).toEqual([1, expect.stringContaining(`would have two things that are named ${name}.`)]);
});

it('a field of an answer may have a word of SQL as its name, because it has no column', async () => {
  const { code, out } = await ran('operation tasks.gauge --read --shows left:int --shows limit:int --dry-run');
  expect([code, out]).toEqual([0, expect.stringContaining('static of({ left, limit }: Gauge)')]);
});

it('the rows of a person are found by one bare condition', async () => {
  const { out } = await ran('area guests --record guest --section jobs.manage --field email:email --dry-run');
  expect(out).toContain("about: ({ emails }, parameter) => isOneOf('t.email', emails, parameter),");
});

it('--dry-run shows the files and writes none', async () => {
  const { code, out } = await ran(`${AREA} --states kept,lent --moves kept:lent --dry-run`);
  expect(code).toBe(0);
  expect(out).toContain('=== domain/gizmos/gizmo.ts (new)\n');
  expect(out).toContain('=== application/areas/areas.ts\n+import { gizmosArea }');
  expect(existsSync('domain/gizmos')).toBe(false);
});

it.each(['--help', 'area --help', 'operation --help'])('%s explains the flags', async (command) => {
  const { code, out } = await ran(command);
  expect([code, out.startsWith('Usage: npm run new -- ')]).toEqual([0, true]);
});
