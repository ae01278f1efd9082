import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { disconnect, type Attachment } from '../../infrastructure/embedded-postgres/attach.js';
import { openCluster, type Cluster } from '../../infrastructure/embedded-postgres/cluster.js';
import { connectOrStart, stopServer } from '../../infrastructure/embedded-postgres/running-server.js';
import { ensureShopDatabase, shopDatabaseUrl } from '../../infrastructure/embedded-postgres/shop-database.js';
import { openDataSource } from '../../adapters/persistence/schema/data-source.js';
import { migrateUp } from '../../infrastructure/database/migrations.js';
import type { TestDatabase } from './postgres.js';

/** The files of a data folder that belong to the running primary, and not to a copy of it. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_wal'];

/** Settings that make the servers as quick as tests need them. Commits stay synchronous, because promises about them are tested. */
const PRIMARY_SETTINGS = ['fsync = off', 'full_page_writes = off', 'autovacuum = off', 'wal_keep_size = 512'];

/**
 * A primary and a streaming replica of its own, with a migrated database. The replica can be paused, killed, started again and
 * promoted, so that a test or a drill sees what the service then does.
 */
export class ReplicatedDatabase {
  private attached: Attachment | null = null;

  private constructor(
    private readonly folder: string,
    private readonly primary: { readonly cluster: Cluster; readonly attachment: Attachment },
    private readonly replica: Cluster,
    private port: number,
  ) {}

  static async open(): Promise<ReplicatedDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'shop-operations-replica-'));
    // When root runs the tests, PostgreSQL runs under another account, which must be able to enter the folder.
    await chmod(folder, 0o755);
    const cluster = await openCluster(join(folder, 'primary'));
    const attachment = await start(cluster);
    await ensureShopDatabase(attachment.client);
    for (const setting of PRIMARY_SETTINGS) await attachment.client.query(`alter system set ${setting}`);
    await attachment.client.query('select pg_reload_conf()');
    await migrate(shopDatabaseUrl(cluster, attachment.server.port));
    const replica = await copied(cluster, attachment, join(folder, 'replica'));
    const database = new ReplicatedDatabase(folder, { cluster, attachment }, replica, 0);
    await database.startReplica();
    return database;
  }

  get primaryUrl(): string {
    return shopDatabaseUrl(this.primary.cluster, this.primary.attachment.server.port);
  }

  get replicaUrl(): string {
    return shopDatabaseUrl(this.replica, this.port);
  }

  /** the primary's database for a service of a test, which leaves it when it stops */
  get lent(): TestDatabase {
    return { url: this.primaryUrl, drop: () => Promise.resolve() };
  }

  async onPrimary<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return query<Row>(this.primaryUrl, sql);
  }

  async onReplica<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return query<Row>(this.replicaUrl, sql);
  }

  /** The replica goes on to receive what the primary writes, but replays nothing of it. */
  async pause(): Promise<void> {
    await this.onReplica('select pg_wal_replay_pause()');
    for (;;) {
      const [row] = await this.onReplica<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
      if (row?.state === 'paused') return;
    }
  }

  async resume(): Promise<void> {
    await this.onReplica('select pg_wal_replay_resume()');
  }

  /** Waits until the replica has replayed everything that the primary has written. */
  async caughtUp(): Promise<void> {
    const [row] = await this.onPrimary<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    for (;;) {
      const sql = `select pg_last_wal_replay_lsn() >= '${row?.lsn}' as reached`;
      const [replica] = await this.onReplica<{ reached: boolean }>(sql);
      if (replica?.reached) return;
    }
  }

  /** Lets the replica log every statement from now on. */
  async logStatements(): Promise<void> {
    await this.onReplica(`alter system set log_statement = 'all'`);
    await this.onReplica('select pg_reload_conf()');
  }

  /** The names of the service's statements that the replica has logged, such as `leads.list`. */
  async loggedStatements(): Promise<string[]> {
    const log = await readFile(this.replica.logFile, 'utf8');
    return [...log.matchAll(/execute .*?\/\* (\S+) \*\//g)].map(([, name = '']) => name);
  }

  async promote(): Promise<void> {
    await this.onReplica('select pg_promote()');
  }

  /** Ends the replica as a crash does. */
  async killReplica(): Promise<void> {
    if (!this.attached) return;
    process.kill(this.attached.server.pid, 'SIGKILL');
    await disconnect(this.attached.client);
    await stopServer(this.replica, this.attached.server); // waits until the process is gone
    this.attached = null;
  }

  /** Starts the replica at the port that it had before. */
  async startReplica(): Promise<void> {
    this.attached = await start(this.replica, this.port);
    this.port = this.attached.server.port;
  }

  async stop(): Promise<void> {
    const { cluster, attachment } = this.primary;
    for (const [one, server] of [
      [this.replica, this.attached],
      [cluster, attachment],
    ] as const) {
      if (!server) continue;
      await disconnect(server.client);
      await stopServer(one, server.server);
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function migrate(url: string): Promise<void> {
  const dataSource = await openDataSource({ url, poolSize: 2, ssl: false });
  await migrateUp(dataSource);
  await dataSource.destroy();
}

function start(cluster: Cluster, port = 0): Promise<Attachment> {
  return connectOrStart(cluster, { name: 'replicated database', startedBy: 'service', ...(port !== 0 && { port }) });
}

/** Makes the replica's data folder as `pg_basebackup` does, which the embedded PostgreSQL lacks: by the low-level functions. */
async function copied(primary: Cluster, { client, server }: Attachment, home: string): Promise<Cluster> {
  const data = join(home, 'data');
  const run = promisify(execFile);
  await mkdir(home);
  await chmod(home, 0o755);
  await client.query(`select pg_backup_start('replica', true)`);
  await run('cp', ['-Rp', primary.data, data]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  for (const name of NOT_COPIED) await rm(join(data, name), { recursive: true, force: true });
  for (const name of ['pg_replslot', 'pg_wal', 'pg_wal/archive_status']) await mkdir(join(data, name), { mode: 0o700 });
  await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(data, 'standby.signal'), '');
  const address = `host=127.0.0.1 port=${server.port} user=shop_operations password=${primary.password} sslmode=disable`;
  await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\nfsync = off\n`);
  if (primary.account) await run('chown', ['-R', `${primary.account.uid}:${primary.account.gid}`, home]);
  return { ...primary, dataDir: home, data, logFile: join(home, 'postgres.log') };
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
