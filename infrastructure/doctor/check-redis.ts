import type { ExaminedRedis } from '../../adapters/limits/examine-redis.js';
import { inOneLine } from '../process/error-text.js';
import type { RedisConfig } from '../settings/config.js';
import { fail, ok, warn, type Finding } from './finding.js';

const CHECK = 'shared limits';
const REACH_ADVICE =
  'check that Redis runs there, that REDIS_URL has the right host, password and database, and that this account may run scripts ' +
  'on keys with REDIS_PREFIX; until then each instance limits for itself';

/** Checks whether the instances can share their limits in Redis. */
export async function checkRedis({ url, prefix, longestMs }: RedisConfig): Promise<Finding> {
  // Imported on demand, as the service does.
  const { examineRedis } = await import('../../adapters/limits/examine-redis.js');
  try {
    return judge(await examineRedis(url, prefix ?? 'shop-ops'), longestMs);
  } catch (error) {
    return fail(CHECK, inOneLine(error), REACH_ADVICE);
  }
}

function judge({ version, mode, role, whenFull, mostBytes, tookMs }: ExaminedRedis, longestMs: number): Finding {
  if (mode === 'cluster') {
    const detail = 'REDIS_URL leads to a Redis Cluster, which cannot be used';
    return fail(CHECK, detail, 'use one Redis server, or a service with one address that leads to the primary');
  }
  if (role === 'slave')
    return fail(CHECK, 'REDIS_URL leads to a replica, which takes no counts', 'use the address of the primary');
  if (tookMs > longestMs) {
    const detail = `Redis takes ${tookMs.toFixed(0)} ms for a count, and an instance waits for ${longestMs} ms`;
    return warn(CHECK, detail, 'use a Redis nearer to the instances');
  }
  if (mostBytes !== 0 && mostBytes !== null && whenFull !== 'noeviction') {
    const detail = `Redis may use ${mostBytes} bytes and deletes counts when they are full (maxmemory-policy ${whenFull})`;
    return warn(CHECK, detail, 'set maxmemory-policy noeviction, or give limits a Redis of their own');
  }
  return ok(CHECK, `Redis ${version ?? 'of an unknown version'} takes a count in ${tookMs.toFixed(1)} ms`);
}
