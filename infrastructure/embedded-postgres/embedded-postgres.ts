import { openCluster } from './cluster.js';
import { EmbeddedPostgresError } from './errors.js';
import { hasCluster } from './folders.js';
import { ServerKeeper, type KeeperOptions } from './server-keeper.js';
import { enter, enterAsOwner, leave, openShopDatabase } from './users.js';

export interface EmbeddedPostgres {
  /** The address of the database `shop_operations` on 127.0.0.1. */
  readonly url: string;
  /** Tells whether this process owns the database: true for the service, false for a visitor. */
  readonly owner: boolean;
  /** Resolves with the reason when the owner's server has ended for good. Otherwise it stays pending. */
  readonly lost: Promise<Error>;
  /** Ends the use of the server. Whoever uses it last stops it. */
  readonly stop: () => Promise<void>;
}

/**
 * Opens the embedded database for the service. Starts the server, or takes over one that runs, and owns it until `stop`. If the
 * server ends before that, it is started again.
 * @throws DatabaseInUse when another running process owns the database
 */
export async function ownEmbeddedPostgres(dataDir: string, options: KeeperOptions = {}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir, options.progress);
  const held = await enterAsOwner(cluster, { progress: options.progress });
  const keeper = new ServerKeeper(cluster, held, options);
  const stop = once(() => keeper.stop());
  return { url: await orStop(stop, openShopDatabase(cluster, held)), owner: true, lost: keeper.lost, stop };
}

/**
 * Opens the embedded database for the command line. Uses the running server, whoever owns it, or starts one.
 * @param mayMake false: it throws when there is no database
 */
export async function visitEmbeddedPostgres(dataDir: string, mayMake = true): Promise<EmbeddedPostgres> {
  if (!mayMake && !(await hasCluster(dataDir)))
    throw new EmbeddedPostgresError(
      `there is no database in ${dataDir}: npm start makes one with demo data, and shop-ops migrate up an empty one; ` +
        'or set DATA_DIR or DATABASE_URL',
    );
  const cluster = await openCluster(dataDir);
  const held = await enter(cluster, {});
  const stop = once(() => leave(cluster, held, false));
  return { url: await orStop(stop, openShopDatabase(cluster, held)), owner: false, lost: new Promise(() => undefined), stop };
}

async function orStop<T>(stop: () => Promise<void>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await stop();
    throw error;
  }
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= action());
}
