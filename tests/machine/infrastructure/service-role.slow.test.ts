import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { command } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { onServer, serverUrl, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const own = randomBytes(4).toString('hex');
/** The database and the two roles of an operator: one owns the tables, the other runs the service. */
const [DATABASE, OWNER, ROLE] = [`operated_${own}`, `owner_${own}`, `clerk_${own}`];
const SIGNING_KEYS = 'a-signing-key-of-the-tests';

let database: TestDatabase;
let sql: pg.Client;
let asOwner: string;
let asRole: string;

const as = (role: string): string => Object.assign(new URL(database.url), { username: role, password: role }).href;
const grant = (role = ROLE) => command({ DATABASE_URL: asOwner, SIGNING_KEYS }, 'migrate', '--grant-to', role, '--json');
const startFailsWith = (env: Record<string, string> = {}): Promise<string> =>
  startWholeService(asRole, env).then(
    async (service) => {
      await service.stop();
      return 'it started';
    },
    (error: unknown) => (error as Error).message,
  );

/** The SQL that operators run, with names of this test, in the parts before and after it changes the database. */
async function rolesSql(): Promise<string[]> {
  const script = await readFile('deploy/roles.sql', 'utf8');
  const names = { shop_operations: DATABASE, shop_owner: OWNER, shop_app: ROLE };
  const named = Object.entries(names).reduce((text, [name, own]) => text.replaceAll(name, own), script);
  return named
    .replaceAll(":'owner_password'", `'${OWNER}'`)
    .replaceAll(":'app_password'", `'${ROLE}'`)
    .split(/^\\connect.*$/m);
}

beforeAll(async () => {
  const [onServerSql = '', inDatabaseSql = ''] = await rolesSql();
  await onServer(async (client) => {
    const url = Object.assign(new URL(serverUrl()), { pathname: `/${DATABASE}` }).href;
    // A database cannot be made within a transaction, so each statement is sent alone.
    for (const statement of onServerSql.split(';').filter((text) => /^\w/m.test(text))) await client.query(statement);
    database = { url, drop: () => onServer((again) => again.query(`drop database ${DATABASE} with (force)`)) };
  });
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await sql.query(inDatabaseSql);
  [asOwner, asRole] = [as(OWNER), as(ROLE)];
});
afterAll(async () => {
  await sql.end();
  await database.drop();
  await onServer((client) => client.query(`drop role ${ROLE}, ${OWNER}`));
});

it('a service whose role may not make the tables says who must', async () => {
  expect(await startFailsWith()).toContain(`run shop-ops migrate --grant-to ${ROLE} as the owner`);
  await sql.query(`grant usage on schema public to ${ROLE}`);
  expect(await startFailsWith()).toMatch(
    new RegExp(
      `^migrations are pending \\(.*\\), and the role ${ROLE} may not carry them out: run shop-ops migrate --grant-to ${ROLE} as the owner`,
    ),
  );
});

it('refuses to grant rights to a role that does not exist', async () => {
  const { exitCode, stderr } = await grant('nobody_knows_it');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('there is no role nobody_knows_it')]);
});

describe('a service with the rights of migrate --grant-to', () => {
  let service: WholeService;

  beforeAll(async () => {
    expect((await grant()).document).toMatchObject({ granted_to: ROLE });
    expect((await grant()).document).toEqual({ applied: [], granted_to: ROLE });
    service = await startWholeService(asRole);
  });
  afterAll(() => service.stop());

  it('stores a lead, sends a text through the queue, and counts a key’s use', async () => {
    const shop = await service.shop();
    const api = await service.key(shop);
    expect((await api.post('/leads', { name: 'Dana', phone: '6135550142' })).status).toBe(201);
    const open = ['shop', 'set', shop, 'texting_hours=mon-sun 00:00-24:00', '--json'];
    expect((await command({ DATABASE_URL: asRole, SIGNING_KEYS }, ...open)).exitCode).toBe(0);
    const numbers = ['number', 'add', '--shop', shop, '--number', '+16135550190', '--json'];
    expect((await command({ DATABASE_URL: asRole, SIGNING_KEYS }, ...numbers)).exitCode).toBe(0);
    const customer = (await api.post('/customers', { name: 'Dana', phone: '6135550142' })).body.data.id;
    expect((await api.post('/messages', { customer_id: customer, body: 'Your car is ready.' })).status).toBe(201);
    const statuses = async () => (await sql.query<{ status: string }>('select status from messages')).rows;
    expect(await eventually(statuses, ([text]) => text?.status === 'delivered')).toEqual([{ status: 'delivered' }]);
    expect((await sql.query('select from api_key_uses')).rowCount).toBe(1);
  });

  it('has none to change a table, or the list of migrations', async () => {
    const clerk = new pg.Client({ connectionString: asRole });
    await clerk.connect();
    const refused = [
      'create table more (id int)',
      'alter table leads add column more int',
      'truncate leads',
      'drop table tasks',
      'delete from migrations',
      'delete from graphile_worker.migrations',
      'create role another',
    ];
    for (const statement of refused) await expect(clerk.query(statement)).rejects.toMatchObject({ code: '42501' });
    await clerk.end();
  });
});

it('its role is replaced by another while requests go on, and the former role can be dropped then', async () => {
  const [former, next] = [`former_${own}`, `next_${own}`];
  for (const role of [former, next]) {
    await onServer((client) => client.query(`create role ${role} login password '${role}'`));
    expect((await grant(role)).exitCode).toBe(0);
  }
  const before = await startWholeService(as(former));
  const shop = await before.shop();
  const after = await startWholeService(as(next));
  const lead = { name: 'Dana', phone: '6135550142' };
  for (const service of [before, after]) expect((await (await service.key(shop)).post('/leads', lead)).status).toBe(201);
  await before.stop();
  for (const statement of [`drop owned by ${former}`, `drop role ${former}`]) await sql.query(statement);
  expect((await (await after.key(shop)).post('/leads', lead)).status).toBe(201);
  await after.stop();
  for (const statement of [`drop owned by ${next}`, `drop role ${next}`]) await sql.query(statement);
});

it.each([
  ['on a table', `revoke insert on leads from ${ROLE}`, 'INSERT on leads'],
  ['on several tables', `revoke all on all tables in schema public from ${ROLE}`, /\w+ on \w+ and \d+ more/],
  ['on the list of migrations', `revoke all on migrations from ${ROLE}`, 'SELECT on migrations'],
  ['on a schema', `revoke all on schema public from ${ROLE}`, 'USAGE on the schema public'],
  ['on the queue’s schema', `revoke all on schema graphile_worker from ${ROLE}`, 'USAGE on the schema graphile_worker'],
  ['on a table of the queue', `revoke all on graphile_worker._private_jobs from ${ROLE}`, 'on graphile_worker._private_jobs'],
  [
    'on the rows of the queue',
    `drop policy ${ROLE} on graphile_worker._private_tasks`,
    'a policy on graphile_worker._private_tasks',
  ],
  ['on a sequence', `revoke all on sequence event_numbers from ${ROLE}`, 'USAGE on the sequence event_numbers and 1 more'],
])('a service that lacks rights %s does not start, and says which', async (_, revoke, lack) => {
  expect((await grant()).exitCode).toBe(0);
  await sql.query(revoke);
  const line = await startFailsWith();
  expect(line).toMatch(lack);
  expect(line).toMatch(
    new RegExp(`^the role ${ROLE} lacks .*: run shop-ops migrate --grant-to ${ROLE} as the owner of the tables$`),
  );
  expect((await grant()).exitCode).toBe(0);
  expect(await startFailsWith()).toBe('it started');
});
