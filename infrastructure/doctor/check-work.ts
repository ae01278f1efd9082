import type { DataSource } from 'typeorm';
import { Database } from '../../adapters/storage/database.js';
import { deploymentState, type DeploymentState } from '../../adapters/storage/deployment-state.js';
import { secretContext } from '../../application/areas/webhooks/webhook-secrets.js';
import type { Sealer } from '../../application/kernel/ports/ports.js';
import type { ShopId, WebhookId } from '../../domain/shared/id.js';
import type { Opened } from '../database/database.js';
import { missingRights } from '../database/service-role.js';
import { inOneLine } from '../server/process-life.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Checks whether the role of DATABASE_URL may do what the service does. @param tables the names of the tables */
export async function checkRights(dataSource: DataSource, tables: readonly string[]): Promise<Finding> {
  const lacking = await missingRights(dataSource, tables);
  if (lacking === null) return ok('rights', 'the role may do what the service does');
  const [detail = '', advice = ''] = lacking.split(': ', 2);
  return fail('rights', detail, advice);
}

/** Checks whether work can be queued, and whether anybody does it. The tables must be up to date. */
export async function checkWork({ dataSource, connections }: Opened, embedded: boolean): Promise<Finding[]> {
  const workers = async () => checkWorkers(dataSource, await deploymentState(new Database(connections)));
  return [await checkQueue(dataSource), ...(embedded ? [] : [await workers()])];
}

/** Queues a piece of work in a transaction that is rolled back. */
async function checkQueue(dataSource: DataSource): Promise<Finding> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(`select from graphile_worker.add_job('doctor')`);
    return ok('queue', 'work can be queued');
  } catch (error) {
    return fail(
      'queue',
      `no work can be queued: ${inOneLine(error)}`,
      'check that DATABASE_URL leads to the primary, and the rights there',
    );
  } finally {
    await runner.rollbackTransaction().catch(() => undefined); // the connection is broken, so nothing is left
    await runner.release();
  }
}

/** Work that has waited for so long waits for a worker. */
const WAITING = `select exists (select 1 from outbox where relayed_at is null and created_at < now() - interval '1 minute')
  or exists (select 1 from messages where due_at < now() - interval '1 minute') as waiting`;

async function checkWorkers(dataSource: DataSource, { workers: count }: DeploymentState): Promise<Finding> {
  if (count > 0) return ok('workers', `${count} workers of the queue are alive`);
  const [row] = await dataSource.query<[{ waiting: boolean }]>(WAITING);
  const advice = 'start an instance with ROLE=all or ROLE=worker';
  if (row.waiting) return fail('workers', 'no instance does background work, and texts or events wait for it', advice);
  return warn('workers', 'no instance does background work: no text and no webhook goes out', advice);
}

/** The most webhooks whose secrets are looked at. */
const MOST_SECRETS = 1000;

interface StoredSecret {
  readonly shop: ShopId;
  readonly id: WebhookId;
  readonly secret: string;
}

/** Checks whether the signing keys open the stored secrets of webhooks. */
export async function checkSecrets(dataSource: DataSource, sealer: Sealer): Promise<Finding> {
  const stored = await dataSource.query<StoredSecret[]>(
    `select shop_id as shop, id, secret from webhooks where deleted_at is null order by created_at desc limit ${MOST_SECRETS}`,
  );
  const closed = stored.filter(({ shop, id, secret }) => sealer.open(secret, secretContext(shop, id)) === null);
  const check = 'webhook secrets';
  if (closed.length === 0) return ok(check, `SIGNING_KEYS open all ${stored.length} that were looked at`);
  const detail = `SIGNING_KEYS do not open ${closed.length} of ${stored.length}: their deliveries fail`;
  const advice = 'add the key that was removed to the end of SIGNING_KEYS; if it is lost, rotate the secret of each webhook';
  return (closed.length === stored.length ? fail : warn)(check, detail, advice);
}
