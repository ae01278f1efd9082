import { SharedCounts } from '../../adapters/limits/counted-limits.js';
import type { RedisConfig } from '../settings/config.js';
import { fail, ok, warn, type Finding } from './finding.js';

const CHECK = 'shared limits';
const LONGEST_MS = 250;
const ADVICE =
  'check that one Redis (no cluster) runs there and is the primary, that REDIS_URL has the right host, password and database, and that ' +
  'this account may run scripts on keys with REDIS_PREFIX; until then each instance limits for itself';

/** Counts in the Redis of the limits as an instance does. */
export async function checkRedis({ url, prefix }: RedisConfig): Promise<Finding> {
  const counts = await SharedCounts.open({ url, prefix: prefix ?? 'shop-ops', longestMs: LONGEST_MS });
  try {
    return counts.trouble === null ? judge(await counts.info()) : fail(CHECK, counts.trouble, ADVICE);
  } finally {
    await counts.close();
  }
}

function judge(info: string): Finding {
  const values = new Map(info.split('\r\n').map((line) => line.split(':', 2) as [string, string]));
  const whenFull = values.get('maxmemory_policy');
  if (values.get('redis_mode') === 'cluster') return fail(CHECK, 'REDIS_URL leads to a Redis Cluster', ADVICE);
  if (values.get('maxmemory') !== '0' && whenFull !== undefined && whenFull !== 'noeviction') {
    const detail = `Redis deletes counts when its memory is full (maxmemory-policy ${whenFull})`;
    return warn(CHECK, detail, 'set maxmemory-policy noeviction, or give limits a Redis of their own');
  }
  return ok(CHECK, `Redis ${values.get('redis_version') ?? 'of an unknown version'} counts within ${LONGEST_MS} ms`);
}
