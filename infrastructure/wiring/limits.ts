import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { MemoryRateLimiter } from '../../adapters/limits/memory-rate-limiter.js';
import { SharedRateLimiter } from '../../adapters/limits/shared-rate-limiter.js';
import type { Log } from '../../application/ports/log.js';
import { RateLimiter } from '../../application/ports/rate-limiter.js';
import { databaseIdentity } from '../database/identity.js';
import type { ClosingStack } from '../process/closing-stack.js';
import type { Config } from '../settings/config.js';

/** The adapter of the limits: in Redis if there is one, otherwise in this process. */
export function bindLimits(container: Container, { limits, redis }: Pick<Config, 'limits' | 'redis'>, log: Log): void {
  const { requests, readBudget, writeBudget, authFailures } = limits;
  const quotas = { requests, read_budget: readBudget, write_budget: writeBudget, failed_authentications: authFailures };
  if (redis === null) {
    container.bind(RateLimiter).toConstantValue(new MemoryRateLimiter(quotas));
    return;
  }
  const shared = new SharedRateLimiter({ url: redis.url, longestMs: redis.longestMs, quotas, log });
  container.bind(SharedRateLimiter).toConstantValue(shared);
  container.bind(RateLimiter).toConstantValue(shared);
}

/**
 * Begins to share the limits with the other instances of this database.
 * @returns null: there is no Redis
 */
export async function openLimits(
  container: Container,
  { redis }: Pick<Config, 'redis'>,
  dataSource: DataSource,
  closing: ClosingStack,
): Promise<SharedRateLimiter | null> {
  if (redis === null) return null;
  const shared = container.get(SharedRateLimiter);
  await shared.open(redis.prefix ?? `shop-ops:${await databaseIdentity(dataSource)}`);
  closing.push(() => shared.close());
  return shared;
}
