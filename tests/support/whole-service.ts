import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Container } from 'inversify';
import { KeyRing, type NewKey } from '../../application/areas/access/manage-keys.js';
import { CreateShop } from '../../application/areas/access/manage-shops.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { BackgroundTimings } from '../../infrastructure/modules/background.js';
import { createContainer } from '../../infrastructure/modules/container.js';
import { startService, type RunningService } from '../../infrastructure/modules/service.js';
import { readConfig } from '../../infrastructure/settings/config.js';
import { Api } from './api.js';
import { OpenApiChecker } from './openapi-checker.js';
import { registry } from './registry.js';
import { addressOfService } from './service-role.js';
import { TestLog } from './test-log.js';

export interface WholeService extends RunningService {
  readonly log: TestLog;
  /** for calls of use cases that only the operator has, such as the creation of a shop */
  readonly container: Container;
  shop(): Promise<ShopId>;
  key(shop: ShopId, key?: Partial<NewKey>): Promise<Api>;
  /** a client of the API with any text as its key; null: it sends no key */
  as(token: string | null): Api;
}

const HURRY: BackgroundTimings = {
  relayEvery: 20,
  standBy: 50,
  freeEvery: 100,
  freeGrace: 500,
  pruneEvery: 100,
  deliverEvery: 50,
  workerPoll: 150,
  workerRestart: 50,
  againAfter: 100,
};

/** The longest wait for Redis. The machine of the tests may be busy, and no count may depend on that. */
const PATIENT_MS = 10_000;

/**
 * Starts the whole service on a given database, with worker, relay and access listener. By default it has no limits, and works in
 * the background more often than in production.
 */
export async function startWholeService(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  timings: BackgroundTimings = HURRY,
): Promise<WholeService> {
  const recordings = join(tmpdir(), `shop-operations-recordings-${randomUUID()}`);
  const settings = {
    RECORDINGS: `file:${recordings}`,
    ...{
      PORT: '0',
      DATABASE_URL: await addressOfService(databaseUrl),
      SIGNING_KEYS: 'a-signing-key-of-the-tests',
      VIN_DECODER_URL: 'off',
    },
    ...{
      RATE_LIMIT: '0',
      READ_BUDGET: '0',
      WRITE_BUDGET: '0',
      AUTH_FAILURE_LIMIT: '0',
      LOG_REQUESTS: 'all',
      STOP_PAUSE: '0',
      MAX_IN_FLIGHT: '0',
    },
    ...env,
  };
  const read = readConfig(settings, false);
  const config = { ...read, redis: read.redis && { ...read.redis, longestMs: PATIENT_MS } };
  const log = new TestLog();
  const service = await startService(config, log, undefined, timings);
  const container = createContainer({
    config,
    connections: service.connections,
    signingKeys: ['a-signing-key-of-the-tests'],
    log,
  });
  const checker = OpenApiChecker.of(registry);
  const as = (token: string | null): Api => new Api(service.url, token, checker);
  return {
    ...service,
    stop: async () => {
      await service.stop();
      await rm(recordings, { recursive: true, force: true });
    },
    as,
    log,
    container,
    shop: async () => (await container.get(CreateShop).execute({ name: 'Northside Auto Care' })).id,
    key: async (shop, wanted = {}) => {
      const { token } = await container.get(KeyRing).mint({ shop, name: 'test', scope: 'full', ...wanted });
      return as(token);
    },
  };
}
