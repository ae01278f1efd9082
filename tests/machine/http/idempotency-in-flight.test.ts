import pg from 'pg';
import { ApiKeys } from '../../../application/areas/access/api-keys.js';
import { IdempotencyKeys } from '../../../application/kernel/ports/idempotency-keys.js';
import type { ApiKeyId } from '../../../domain/shared/id.js';
import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { probeOperation, Gate } from '../../support/probe-operation.js';
import { operations } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const { probe, operation } = probeOperation();
let service: TestService;
let shop: TestShop;
let keys = 0;

beforeAll(async () => {
  service = await startTestService({ operations: [...operations, operation], poolSize: 2 });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});
afterEach(() => {
  probe.before = probe.after = () => undefined;
});

function freshKey(): string {
  keys += 1;
  return `order-${keys}`;
}

const post = (key: string, body: unknown = { name: 'Dana' }, path = '/leads'): Promise<Answer> =>
  shop.full.post(path, body, { 'idempotency-key': key });
const run = (key: string): Promise<Answer> => post(key, { name: 'Dana' }, '/probes');
const replayed = ({ headers }: Answer): string | null => headers.get('idempotent-replayed');
const leads = async (): Promise<number> => (await shop.full.get('/leads')).body.data.length;

describe('a call that is still in flight', () => {
  it('makes its repetition answer conflict at once', async () => {
    const gate = new Gate();
    probe.before = gate.step;
    const key = freshKey();
    const first = run(key);
    await gate.reached(1);
    expect(await run(key)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect((await post(key, { name: 'Robin' }, '/probes')).status).toBe(422);
    gate.letGo();
    const answer = await first;
    expect(answer.status).toBe(201);
    expect((await run(key)).text).toBe(answer.text);
  });

  it('holds no connection before it writes: ten calls wait on a pool of two', async () => {
    const gate = new Gate();
    probe.before = gate.step;
    const calls = Array.from({ length: 10 }, () => run(freshKey()));
    await gate.reached(10);
    expect(await leads()).toBe(0);
    gate.letGo();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await leads()).toBe(10);
  });

  it('is abandoned after 60 seconds, and can then no longer write', async () => {
    const gate = new Gate();
    probe.before = gate.step;
    const key = freshKey();
    const dead = run(key);
    await gate.reached(1);
    service.clock.pass(59_999);
    expect((await run(key)).status).toBe(409);
    service.clock.pass(1);
    probe.before = () => undefined;
    const answer = await run(key);
    expect(answer.status).toBe(201);
    gate.letGo();
    expect((await dead).status).toBe(409);
    expect(await leads()).toBe(1);
    expect((await run(key)).text).toBe(answer.text);
  });

  it('makes one record with nineteen equal calls at once, which get its answer or a conflict', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key)));
    const served = answers.filter(({ status }) => status === 201);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(served.length === 20 ? [201] : [201, 409]));
    expect(new Set(served.map(({ text }) => text)).size).toBe(1);
    expect(served.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(await leads()).toBe(1);
  });
});

describe('a write whose answer cannot be stored', () => {
  const fault = (statement: string): Promise<unknown> => service.sql(statement);

  it('is rolled back, so that its repetition does not double it', async () => {
    const key = freshKey();
    await fault(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$`);
    await fault('create trigger refuse before update on idempotency_keys for each row execute function refuse()');
    expect((await run(key)).status).toBe(500);
    expect(await leads()).toBe(0);
    await fault('drop trigger refuse on idempotency_keys');
    expect((await run(key)).status).toBe(201);
    expect(await leads()).toBe(1);
    expect(await service.sql('select type from outbox where shop_id = $1', [shop.id])).toHaveLength(1);
  });

  it('is rolled back when the use case fails after it', async () => {
    const key = freshKey();
    probe.after = () => {
      throw new Error('a fault');
    };
    expect((await run(key)).status).toBe(500);
    expect(await leads()).toBe(0);
  });

  it('is rolled back when its connection breaks before the answer is stored, and the service goes on', async () => {
    // The pool has only one connection, so the connection that the test breaks is that of the call.
    const narrow = await startTestService({ operations: [...operations, operation], poolSize: 1 });
    const other = new pg.Client({ connectionString: narrow.databaseUrl });
    await other.connect();
    const { full } = await narrow.shop();
    const write = (): Promise<Answer> => full.post('/probes', { name: 'Dana' }, { 'idempotency-key': 'once' });
    const count = async (): Promise<number> => (await full.get('/leads')).body.data.length;
    const held = `from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`;
    probe.after = async () => {
      await other.query(`select pg_terminate_backend(pid) ${held}`);
      // The connection breaks while the service is not waiting for an answer on it. The service must notice this, too.
      await eventually(
        async () => (await other.query(`select 1 ${held}`)).rowCount,
        (rows) => rows === 0,
      );
    };
    expect((await write()).status).toBe(503);
    probe.after = () => undefined;
    expect(await count()).toBe(0);
    expect((await write()).status).toBe(201);
    expect(await count()).toBe(1);
    await other.end();
    await narrow.stop();
  });
});

it('a write is not repeated when its COMMIT arrived but the confirmation was lost', async () => {
  const kept = service.container.get(IdempotencyKeys);
  const [{ id: apiKey } = { id: '' as ApiKeyId }] = await service.container.get(ApiKeys).listOf(shop.id);
  const ref = { shop: shop.id, apiKey, key: freshKey() };
  const beginning = await kept.begin(ref, 'of a call', service.clock.now());
  if (beginning.state !== 'begun') throw new Error('somebody else has this key');
  await kept.finish(ref, beginning.attempt, '{}');
  await kept.release(ref, beginning.attempt);
  expect(await kept.begin(ref, 'of a call', service.clock.now())).toEqual({
    state: 'done',
    fingerprint: 'of a call',
    answer: '{}',
  });
});
