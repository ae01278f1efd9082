import { KeyTokens } from '../../../application/areas/access/api-keys.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { openRedis, type RunningRedis } from '../../support/redis.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const LIMITS = { RATE_LIMIT: '10', READ_BUDGET: '4', WRITE_BUDGET: '2', AUTH_FAILURE_LIMIT: '3', WORKER: 'off' };

let redis: RunningRedis;
let database: TestDatabase;
let one: WholeService;
let other: WholeService;

beforeAll(async () => {
  redis = await openRedis();
  database = await cloneDatabase();
  const env = { ...LIMITS, REDIS_URL: redis.url };
  one = await startWholeService(database.url, { ...env, METRICS_PORT: '0' });
  other = await startWholeService(database.url, env);
});
afterAll(async () => {
  await one.stop();
  await other.stop();
  await database.drop();
  await redis.close();
});

async function readiness(service: WholeService): Promise<{ readonly status: number; readonly limits: string }> {
  const answer = await fetch(`${service.url}/readyz`);
  const { checks } = (await answer.json()) as { checks: { limits: string } }; // the answer of this service
  return { status: answer.status, limits: checks.limits };
}

/** Waits until both instances say this of their limits. */
async function both(limits: 'ok' | 'own memory'): Promise<void> {
  for (const service of [one, other])
    expect(
      await eventually(
        () => readiness(service),
        (ready) => ready.limits === limits,
      ),
    ).toEqual({ status: 200, limits });
}

/** The same key at both instances. */
async function clients(scope: 'full' | 'read' = 'full') {
  const first = await one.key(await one.shop(), { scope });
  return [first, other.as(first.token)] as const;
}

describe('two instances with one Redis', () => {
  beforeEach(() => both('ok'));

  it('count the requests of a key together, in the headers, too', async () => {
    const [here, there] = await clients();
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await here.get('/me')).headers.get('ratelimit')).toMatch(`"requests";r=${9 - 2 * sent};t=`);
      expect((await there.get('/me')).headers.get('ratelimit')).toMatch(`"requests";r=${8 - 2 * sent};t=`);
    }
    for (const client of [here, there]) {
      const refused = await client.get('/me');
      expect(refused.status).toBe(429);
      expect(refused.body.error).toMatchObject({
        message: expect.stringMatching(/^more than 10 requests in 60 seconds on this key/),
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit')).toMatch('"requests";r=0;t=');
    }
  });

  it('share the budgets of capability endpoints and tools, and give refused requests back', async () => {
    const [here, there] = await clients();
    expect((await here.post('/tasks/list', {})).status).toBe(200);
    await there.tool('tasks.list');
    expect((await there.post('/tasks/list', {})).status).toBe(200);
    await here.tool('tasks.list');
    const refused = await there.post('/tasks/list', {});
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toMatch(/^the read budget of 4 calls in 60 seconds is used up/);
    expect(refused.headers.get('ratelimit')).toMatch('"requests";r=6;t=');
    expect((await here.get('/me')).headers.get('ratelimit')).toMatch('"requests";r=5;t=');
  });

  it('count failed keys of an address together, and serve a live key from there', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) {
      const { token } = one.container.get(KeyTokens).mint();
      statuses.push((await (sent % 2 ? other : one).as(token).get('/me')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const [here] = await clients();
    expect((await here.get('/me')).status).toBe(200);
  });
});

describe('two instances whose Redis goes away', () => {
  it('stay ready, limit each for itself, say so once, and share again by themselves', async () => {
    await both('ok');
    const [here, there] = await clients();
    for (let sent = 0; sent < 3; sent += 1) for (const client of [here, there]) await client.get('/me');
    one.log.lines.length = 0;
    await redis.kill();
    await both('own memory');
    expect(await gauge()).toBe(0);
    for (const client of [here, there]) {
      const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await client.get('/me')).status));
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    }
    await redis.start();
    await both('ok');
    expect(await gauge()).toBe(1);
    expect((await here.get('/me')).headers.get('ratelimit')).toMatch('"requests";r=9;t=');
    const said = one.log.lines.map(({ message }) => message).filter((message) => message.startsWith('limits '));
    expect(said).toEqual(['limits are counted in own memory', 'limits are shared again']);
  });
});

async function gauge(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${one.metricsPort}/metrics`);
  return Number(/^limits_shared (\d)$/m.exec(await answer.text())?.[1]);
}
