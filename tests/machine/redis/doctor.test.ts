import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { command } from '../../support/command-line.js';
import { openRedis, type RunningRedis } from '../../support/redis.js';

let redis: RunningRedis;
let client: Redis;
let folder: string;

beforeAll(async () => {
  redis = await openRedis('--requirepass', 'open-sesame');
  client = new Redis(redis.url, { password: 'open-sesame' });
  folder = await mkdtemp(join(tmpdir(), 'shop-operations-doctor-'));
});
afterAll(async () => {
  client.disconnect();
  await redis.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (password: string): string => redis.url.replace('//', `//:${password}@`);

/** The finding of the doctor about the Redis of the limits. */
async function finding(REDIS_URL: string): Promise<unknown> {
  const { document, stdout, stderr } = await command({ DATA_DIR: join(folder, 'data'), REDIS_URL }, 'doctor', '--json');
  expect(stdout + stderr).not.toContain('sesame');
  return (document.findings as { check: string }[]).find(({ check }) => check === 'shared limits');
}

describe('the doctor', () => {
  it('counts in the Redis of the limits, and leaves nothing there for long', async () => {
    expect(await finding(at('open-sesame'))).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^Redis \d\S* counts within 250 ms$/),
    });
    for (const key of await client.keys('*')) expect(await client.ttl(key)).toBeGreaterThan(0);
  });

  it.each([
    ['a wrong password', () => at('close-sesame'), /WRONGPASS/],
    ['no password', () => redis.url, /NOAUTH/],
    ['a database that Redis does not have', () => `${at('open-sesame')}/99`, /out of range/],
    ['a server that is not there', () => 'redis://127.0.0.1:1', /ECONNREFUSED/],
  ])('fails for %s, and says what to do', async (_, url, problem) => {
    expect(await finding(url())).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(problem),
      advice: expect.stringContaining('REDIS_URL'),
    });
  });

  it('fails for a replica', async () => {
    await client.replicaof('127.0.0.1', 1);
    expect(await finding(at('open-sesame'))).toMatchObject({ status: 'fail', detail: expect.stringContaining('replica') });
    await client.replicaof('NO', 'ONE');
  });

  it('warns of a Redis that deletes counts when its memory is full', async () => {
    await client.config('SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
    expect(await finding(at('open-sesame'))).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('maxmemory-policy allkeys-lru'),
    });
    await client.config('SET', 'maxmemory', '0');
  });
});
