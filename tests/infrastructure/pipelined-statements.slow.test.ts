import pg from 'pg';
import type { Answer, Api } from '../support/api.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';
import { startWholeService, type WholeService } from '../support/whole-service.js';

const LONGEST_MS = 5000;
const PIPELINED = `application_name = 'shop-operations pipelined' and datname = current_database()`;
const NOTHING_CHANGED = '; nothing changed, try again shortly';
const UNKNOWN = '; it is unknown whether the change was stored';

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: WholeService;
let api: Api;
let sql: pg.Client;
/** customers of the shop: the id and the name of each */
let customers: readonly { readonly id: string; readonly name: string }[];
let leads: readonly string[];

const many = <T>(length: number, make: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length }, (_, place) => make(place)));

// Each test has a service of its own, because a statement that was too slow stays off the pipelined connections for a minute.
beforeEach(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  proxy = await DatabaseProxy.before(database.url);
  service = await startWholeService(proxy.url, { DATABASE_POOL: '4', WORKER: 'off' });
  api = await service.key(await service.shop());
  const made = async (path: string, name: string): Promise<{ id: string; name: string }> =>
    (await api.post(path, { name, email: `${name}@example.com` })).body.data;
  customers = await many(12, (place) => made('/customers', `customer${place}`));
  leads = (await many(12, (place) => made('/leads', `lead${place}`))).map(({ id }) => id);
  await warmUp();
});
afterEach(async () => {
  await service.stop();
  await proxy.close();
  await sql.end();
  await database.drop();
});

const readCustomer = (place: number): Promise<Answer> => api.get(`/customers/${customers[place % customers.length]?.id}`);
const changeLead = (place: number, next_followup_at: string): Promise<Answer> =>
  api.patch(`/leads/${leads[place % leads.length]}`, { next_followup_at });

/** The pipelined connections, each with the text of its last statement. */
const pipelined = async (): Promise<string[]> =>
  (await sql.query<{ query: string }>(`select query from pg_stat_activity where ${PIPELINED}`)).rows.map(({ query }) => query);
const isIn = (name: string, texts: readonly string[]): boolean => texts.some((text) => text.includes(`/* ${name} */`));

/** Repeats the statements of the tests until the service sends each of them on a pipelined connection. */
async function warmUp(): Promise<void> {
  let time = 0;
  const calls = new Map<string, (place: number) => Promise<Answer>>([
    ['customers.find', readCustomer],
    ['customers.insert', (place) => api.post('/customers', { name: 'Dana', email: `dana${place}-${(time += 1)}@example.com` })],
    ['leads.list', () => api.get('/leads')],
    ['leads.update', (place) => changeLead(place, `2030-01-01T00:00:00.${100 + (time = (time + 1) % 900)}Z`)],
  ]);
  for (const [name, call] of calls) {
    const texts = await eventually(
      async () => {
        expect(statuses(await many(8, call)).every((status) => status < 300)).toBe(true);
        return pipelined();
      },
      (found) => found.length === 4 && isIn(name, found),
      20_000,
    );
    expect([name, isIn(name, texts)]).toEqual([name, true]);
  }
}

/** Expects that each answer is the record that was asked for, or a refusal in time. */
function expectOwnOrRefused(answers: readonly Answer[]): void {
  for (const [place, { status, body }] of answers.entries()) {
    if (status === 200) expect(body.data).toMatchObject(customers[place % customers.length] ?? {});
    else expect([status, body.error.code]).toEqual([503, 'unavailable']);
  }
}

const statuses = (answers: readonly Answer[]): number[] => [...new Set(answers.map(({ status }) => status))];
const waitingForLock = async (): Promise<number> => (await sql.query('select from pg_locks where not granted')).rowCount ?? 0;

describe('a statement that has become slow', () => {
  it('holds up no other request, and is answered when it is done', async () => {
    await sql.query('begin; lock table leads in access exclusive mode');
    const slow = many(12, () => api.get('/leads'));
    await eventually(waitingForLock, (n) => n > 0);
    const others = await many(40, readCustomer);
    expect(statuses(others)).toEqual([200]);
    expectOwnOrRefused(others);
    await sql.query('commit');
    expect(statuses(await slow)).toEqual([200]);
  });

  it('is stored once, if it is a change that waited for a lock', async () => {
    const [id = ''] = leads;
    const before = await versionOf(id);
    await sql.query('begin');
    await sql.query('select from leads where id = $1 for update', [id]);
    const change = changeLead(0, '2031-01-01T00:00:00.000Z');
    await eventually(waitingForLock, (n) => n > 0);
    expect(statuses(await many(24, readCustomer))).toEqual([200]);
    await sql.query('commit');
    expect((await change).status).toBe(200);
    expect(await versionOf(id)).toBe(before + 1);
  });

  it('is answered, too, if it was being prepared on a new connection', async () => {
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${PIPELINED}`);
    await eventually(
      async () => {
        await many(8, readCustomer);
        return pipelined();
      },
      ({ length }) => length === 4,
    );
    await sql.query('begin; lock table leads in access exclusive mode');
    const slow = many(12, () => api.get('/leads'));
    await eventually(waitingForLock, (n) => n > 0);
    expect(statuses(await many(40, readCustomer))).toEqual([200]);
    await sql.query('commit');
    expect(statuses(await slow)).toEqual([200]);
  });
});

async function versionOf(id: string): Promise<number> {
  const { rows } = await sql.query<{ version: number }>('select version from leads where id = $1', [id]);
  return rows[0]?.version ?? 0;
}

describe('a pipelined connection that is killed', () => {
  it('costs only the requests in flight on it, and no answer is mixed up', async () => {
    const flights: Promise<Answer[]>[] = [];
    for (let wave = 0; wave < 5; wave += 1) {
      flights.push(many(24, readCustomer));
      await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${PIPELINED} order by pid limit 2`);
    }
    for (const answers of await Promise.all(flights)) expectOwnOrRefused(answers);
    const after = await many(24, readCustomer);
    expect(statuses(after)).toEqual([200]);
    expectOwnOrRefused(after);
  });

  it('leaves each change stored as its answer says', async () => {
    const times = leads.map((_, place) => `2032-01-01T00:00:00.${100 + place}Z`);
    const changes = Promise.all(times.map((time, place) => changeLead(place, time)));
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${PIPELINED}`);
    for (const [place, { status, body }] of (await changes).entries()) {
      const { next_followup_at: stored } = (await api.get(`/leads/${leads[place]}`)).body.data;
      if (status === 200) expect(stored).toBe(times[place]);
      else if (body.error.message.endsWith(NOTHING_CHANGED)) expect(stored).not.toBe(times[place]);
      else expect(body.error.message).toContain(UNKNOWN);
    }
  });
});

describe('a refused write among others', () => {
  it('changes none of their answers', async () => {
    const name = customers[0]?.name ?? '';
    const create = (email: string): Promise<Answer> => api.post('/customers', { name: 'Somebody', email });
    await many(8, (place) => create(`taken${place % 2}@example.com`));
    const answers = await many(32, (place) => (place % 2 === 0 ? create(`${name}@example.com`) : readCustomer(place)));
    for (const [place, answer] of answers.entries()) {
      if (place % 2 === 0) expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
      else expect(answer.body.data).toMatchObject(customers[place % customers.length] ?? {});
    }
  });
});

describe('a database that restarts', () => {
  it('costs only the requests in flight', async () => {
    const flight = many(24, readCustomer);
    await proxy.goAway();
    expectOwnOrRefused(await flight);
    await proxy.comeBack();
    const answers = await eventually(
      () => many(24, readCustomer),
      (all) => statuses(all).join() === '200',
      10_000,
    );
    expectOwnOrRefused(answers);
  });
});

describe('a database that freezes', () => {
  it('refuses the requests in flight in time, and every request is answered when it is back', async () => {
    const began = performance.now();
    proxy.fallSilent();
    const frozen = await many(24, readCustomer);
    expect(statuses(frozen)).toEqual([503]);
    for (const { body } of frozen) expect(body.error.message).toContain(NOTHING_CHANGED);
    expect(performance.now() - began).toBeLessThan(LONGEST_MS);
    proxy.speakAgain();
    const answers = await eventually(
      () => many(24, readCustomer),
      (all) => statuses(all).join() === '200',
      20_000,
    );
    expectOwnOrRefused(answers);
  }, 60_000);
});
