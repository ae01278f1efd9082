import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import type { ReadReplica } from '../../adapters/persistence/replica/read-replica.js';
import type { SharedRateLimiter } from '../../adapters/limits/shared-rate-limiter.js';
import type { ClosingStack } from '../process/closing-stack.js';
import type { Config } from '../settings/config.js';
import { openLimits } from './limits.js';
import { startReplica } from './replica.js';

/** The servers beside the database. The service is ready without them, too. Null: the settings name none. */
export interface Alongside {
  readonly replica: ReadReplica | null;
  readonly limits: SharedRateLimiter | null;
}

export const NOTHING_ALONGSIDE: Alongside = { replica: null, limits: null };

export async function openAlongside(
  container: Container,
  config: Config,
  dataSource: DataSource,
  closing: ClosingStack,
): Promise<Alongside> {
  return {
    replica: await startReplica(container, closing),
    limits: await openLimits(container, config, dataSource, closing),
  };
}
