import pg from 'pg';
import type { Answer, Api } from '../../support/api.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const UNKNOWN =
  /; it is unknown whether the change was stored: check before you repeat it, or repeat it with its idempotency key$/;
const NOTHING_CHANGED = /; nothing changed, try again shortly$/;
const HOWS = ['drop', 'silence'] as const;

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: WholeService;
let api: Api;
let sql: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  proxy = await DatabaseProxy.before(database.url);
  service = await startWholeService(proxy.url, { DATABASE_POOL: '4', WORKER: 'off' });
  api = await service.key(await service.shop());
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await sql.end();
  await database.drop();
});

const newLead = (name: string, headers = {}): Promise<Answer> => api.post('/leads', { name }, headers);
const stored = async (name: string): Promise<number> =>
  (await sql.query('select from leads where first_name = $1', [name])).rowCount ?? 0;

function expectRefusal({ status, body }: Answer, outcome: RegExp): void {
  expect([status, body.error.code, body.error.message]).toEqual([503, 'unavailable', expect.stringMatching(outcome)]);
}

/**
 * Makes the database take six seconds to store a lead while `work` runs.
 * @param constraint the trigger that takes the six seconds: at the insert or, if it is deferred, at the commit
 */
async function whileSlow<T>(constraint: string, work: () => Promise<T>): Promise<T> {
  await sql.query(
    `create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(6); return new; end $$`,
  );
  await sql.query(`create ${constraint} for each row execute function dawdle()`);
  try {
    return await work();
  } finally {
    await sql.query('drop function dawdle cascade');
  }
}

describe.each(HOWS)('a connection that is lost (%s)', (how) => {
  it('after a create was sent leaves its outcome unknown, and it was stored', async () => {
    const name = `Created ${how}`.replace(' ', '-');
    proxy.cutAfter('leads.insert', how);
    expectRefusal(await newLead(name), UNKNOWN);
    expect(
      await eventually(
        () => stored(name),
        (rows) => rows > 0,
      ),
    ).toBe(1);
  });

  it('after a change was sent leaves its outcome unknown, and it was stored', async () => {
    const { body } = await newLead('Changed');
    proxy.cutAfter('leads.update', how);
    expectRefusal(await api.patch(`/leads/${body.data.id}`, { status: 'won' }), UNKNOWN);
    const after = await eventually(
      () => api.get(`/leads/${body.data.id}`),
      ({ body: lead }) => lead.data?.status === 'won',
    );
    expect(after.body.data.status).toBe('won');
  });

  it('after the statement of a tool was sent leaves its outcome unknown', async () => {
    proxy.cutAfter('tasks.insert', how);
    const { isError, content } = await api.tool('tasks.create', { title: 'Call back' });
    expect([isError, JSON.parse(content[1].text).error.message]).toEqual([true, expect.stringMatching(UNKNOWN)]);
    expect(content[0].text).toContain('unknown whether the change was stored');
  });

  it('after the commit of a call with an idempotency key was sent leaves its outcome unknown, and a repetition finds it', async () => {
    const name = `Committed-${how}`;
    const keyed = { 'idempotency-key': name };
    proxy.cutAfter('COMMIT\0', how);
    expectRefusal(await newLead(name, keyed), UNKNOWN);
    const again = await eventually(
      () => newLead(name, keyed),
      ({ status }) => status === 201,
    );
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await stored(name)).toBe(1);
  });

  it('before the commit of a call with an idempotency key stores nothing, and says so', async () => {
    const name = `Uncommitted-${how}`;
    const keyed = { 'idempotency-key': name };
    proxy.cutAfter('leads.insert', how);
    expectRefusal(await newLead(name, keyed), NOTHING_CHANGED);
    proxy.speakAgain();
    expect(await stored(name)).toBe(0);
    const again = await eventually(
      () => newLead(name, keyed),
      ({ status }) => status === 201,
    );
    expect([again.status, await stored(name)]).toEqual([201, 1]);
  });

  it('before a change was sent stores nothing, and says so', async () => {
    const { body } = await newLead('Unchanged');
    proxy.cutAfter('leads.find_version', how);
    expectRefusal(await api.patch(`/leads/${body.data.id}`, { status: 'won' }), NOTHING_CHANGED);
    expect((await api.get(`/leads/${body.data.id}`)).body.data.status).toBe('new');
  });
});

describe('a database that is too slow', () => {
  it('ends the statement itself, so that nothing was stored, with an idempotency key or without', async () => {
    await whileSlow('trigger slow before insert on leads', async () => {
      const answers = await Promise.all([newLead('Slow'), newLead('Slow', { 'idempotency-key': 'slow' })]);
      for (const answer of answers) expectRefusal(answer, NOTHING_CHANGED);
    });
    expect(await stored('Slow')).toBe(0);
  });

  it('leaves the outcome unknown while it commits, where no time limit of its own ends it', async () => {
    await whileSlow('constraint trigger slow after insert on leads deferrable initially deferred', async () => {
      const answers = await Promise.all([newLead('Deferred'), newLead('Deferred', { 'idempotency-key': 'deferred' })]);
      for (const answer of answers) expectRefusal(answer, UNKNOWN);
      expect(
        await eventually(
          () => stored('Deferred'),
          (rows) => rows === 2,
        ),
      ).toBe(2);
    });
  });
});
