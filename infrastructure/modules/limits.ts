import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { CountedLimits, SharedCounts } from '../../adapters/limits/counted-limits.js';
import { Log, RateLimiter } from '../../application/kernel/ports/ports.js';
import { databaseIdentity } from '../database/database.js';
import type { ClosingStack } from '../server/process-life.js';
import type { Config } from '../settings/config.js';

const EXPORTS_PER_HOUR = 30;

/** Limits are counted in this process, until `openLimits` shares them. */
export function bindLimits(container: Container, { requests, readBudget, writeBudget, authFailures }: Config['limits']): void {
  const exports = requests === 0 ? 0 : EXPORTS_PER_HOUR;
  const quotas = { requests, read_budget: readBudget, write_budget: writeBudget, failed_authentications: authFailures, exports };
  container.bind(CountedLimits).toConstantValue(new CountedLimits(quotas));
  container.bind(RateLimiter).toService(CountedLimits);
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
): Promise<SharedCounts | null> {
  if (redis === null) return null;
  const prefix = redis.prefix ?? `shop-ops:${await databaseIdentity(dataSource)}`;
  const shared = await SharedCounts.open({ ...redis, prefix });
  closing.push(() => shared.close());
  shared.watch(container.get(Log));
  container.get(CountedLimits).share(shared);
  return shared;
}
