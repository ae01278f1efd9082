import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { reservePort } from '../../../infrastructure/server/reserved-port.js';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../support/certificate.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { openRedis, type RunningRedis } from '../../support/redis.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

let folder: string;
let port: number;
let redis: RunningRedis;
let database: TestDatabase;
let client: Redis;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-operations-tls-'));
  const files = { cert: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  await writeFile(files.cert, CERTIFICATE);
  await writeFile(files.key, CERTIFICATE_KEY);
  const reserved = await reservePort(0, '127.0.0.1');
  port = reserved.port;
  await reserved.release();
  const tls = [
    '--tls-port',
    String(port),
    '--tls-cert-file',
    files.cert,
    '--tls-key-file',
    files.key,
    '--tls-auth-clients',
    'no',
  ];
  redis = await openRedis(...tls, ...'--user shops on >open-sesame ~eu:* +@all'.split(' '));
  database = await cloneDatabase();
  client = new Redis(redis.url);
});
afterAll(async () => {
  client.disconnect();
  await database.drop();
  await redis.close();
  await rm(folder, { recursive: true, force: true });
});

/** Serves one request with this Redis, and returns what the service says of its limits. */
async function served(env: Readonly<Record<string, string>>): Promise<{ readonly limits: unknown; readonly log: unknown[] }> {
  const service = await startWholeService(database.url, { RATE_LIMIT: '10', WORKER: 'off', ...env });
  try {
    await (await service.key(await service.shop())).get('/me');
    return { limits: await limitsOf(service), log: service.log.lines.filter(({ message }) => message.startsWith('limits')) };
  } finally {
    await service.stop();
  }
}

async function limitsOf({ url }: WholeService): Promise<unknown> {
  const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: { limits: unknown } }; // the answer of this service
  return checks.limits;
}

describe('the address of Redis', () => {
  it('may name a database of Redis, an account and its password, and goes with a prefix', async () => {
    const REDIS_URL = `${redis.url.replace('//', '//shops:open-sesame@')}/2`;
    expect((await served({ REDIS_URL, REDIS_PREFIX: 'eu:shops' })).limits).toBe('ok');
    await client.select(2);
    const keys = await client.keys('*');
    expect(keys.some((key) => key.startsWith('eu:shops:requests:'))).toBe(true);
    expect(keys.every((key) => key.startsWith('eu:shops:'))).toBe(true);
  });

  it('is refused by Redis with another prefix or password, and the log says why without the password', async () => {
    const REDIS_URL = redis.url.replace('//', '//shops:open-sesame@');
    const { limits, log } = await served({ REDIS_URL });
    expect(limits).toBe('own memory');
    expect(log).toEqual([expect.objectContaining({ detail: { reason: expect.stringMatching(/^NOPERM/) } })]);
    const wrong = await served({ REDIS_URL: REDIS_URL.replace('open', 'close') });
    expect(JSON.stringify(wrong.log)).toMatch(/WRONGPASS/);
    expect(JSON.stringify([log, wrong.log])).not.toContain('sesame');
  });

  it('gives each database of PostgreSQL keys of its own, and instances of one the same', async () => {
    const other = await cloneDatabase();
    await client.select(0);
    await client.flushall();
    for (const url of [database.url, database.url, other.url]) {
      const service = await startWholeService(url, { RATE_LIMIT: '10', WORKER: 'off', REDIS_URL: redis.url });
      await (await service.key(await service.shop())).get('/me');
      await service.stop();
    }
    const prefixes = (await client.keys('*:requests:*')).map((key) => key.replace(/:requests:.*/, ''));
    expect(prefixes).toHaveLength(3);
    expect(new Set(prefixes).size).toBe(2);
    for (const prefix of prefixes) expect(prefix).toMatch(/^shop-ops:\d+-\d+$/);
    await other.drop();
  });

  it('may not name a database that Redis does not have: nothing is counted in another one', async () => {
    const { limits, log } = await served({ REDIS_URL: `${redis.url}/99`, REDIS_PREFIX: 'nowhere' });
    expect(limits).toBe('own memory');
    expect(log).toHaveLength(1);
    expect(await client.keys('nowhere:*')).toEqual([]);
  });

  it('with rediss:// is connected to by TLS, and a certificate that nobody vouches for is refused', async () => {
    const { limits, log } = await served({ REDIS_URL: `rediss://127.0.0.1:${port}` });
    expect(limits).toBe('own memory');
    expect(JSON.stringify(log)).toMatch(/self-signed certificate/);
  });
});
