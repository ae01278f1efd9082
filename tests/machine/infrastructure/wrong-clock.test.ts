import { eventually } from '../../support/eventually.js';
import { killServices, startServiceProcess } from '../../support/service-process.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const TWO_HOURS_MS = 7_200_000;
/** What Node runs before the service: the clock of the machine is two hours behind. */
const BEHIND = `const { now } = Date; Date.now = () => now() - ${TWO_HOURS_MS};`;

let database: TestDatabase;
let right: WholeService;

beforeAll(async () => {
  database = await cloneDatabase();
  right = await startWholeService(database.url);
});
afterAll(async () => {
  killServices();
  await right.stop();
  await database.drop();
});

it('a web instance on a machine whose clock is two hours behind answers with the time of the database', async () => {
  const { token } = await right.key(await right.shop());
  const options = { ROLE: 'web', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BEHIND)}` };
  const wrong = await startServiceProcess(database.url, options);
  const told = await eventually(
    () => wrong.log().flatMap(({ reason = '' }) => (reason.endsWith('behind') ? [reason] : [])),
    ({ length }) => length > 0,
  );
  expect(told).toEqual([expect.stringMatching(/^7[12]\d\d\.\d s behind$/)]);
  const answer = await fetch(new URL('/api/v1/leads', wrong.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Dana' }),
  });
  const { data } = (await answer.json()) as { data: { created_at: string } }; // safe: a lead has this property
  expect(Date.now() - Date.parse(data.created_at)).toBeLessThan(TWO_HOURS_MS / 2);
  await wrong.stop();
});
