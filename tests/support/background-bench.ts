import pg from 'pg';
import type { ShopId } from '../../domain/shared/id.js';
import { cloneDatabase, type TestDatabase } from './postgres.js';
import { startWholeService, type WholeService } from './whole-service.js';

export interface OutboxRow {
  readonly id: string;
  readonly type: string;
  readonly relayed_at: Date | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly cause: object;
}

/** A database on which whole services run, with direct access to its outbox, its queue and its locks. */
export class BackgroundBench {
  private readonly services: WholeService[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly sql: pg.Client,
  ) {}

  static async open(): Promise<BackgroundBench> {
    const database = await cloneDatabase();
    const sql = new pg.Client({ connectionString: database.url });
    sql.on('error', () => undefined);
    await sql.connect();
    return new BackgroundBench(database, sql);
  }

  get url(): string {
    return this.database.url;
  }

  async close(): Promise<void> {
    await Promise.all(this.services.splice(0).map((service) => service.stop()));
    await this.sql.end();
    await this.database.drop();
  }

  async start(
    env: Readonly<Record<string, string>> = {},
    timings?: Parameters<typeof startWholeService>[2],
  ): Promise<WholeService> {
    const service = await startWholeService(this.database.url, env, timings);
    this.services.push(service);
    return service;
  }

  async stop(service: WholeService): Promise<void> {
    this.services.splice(this.services.indexOf(service), 1);
    await service.stop();
  }

  async outbox(type: string): Promise<OutboxRow[]> {
    const sql = 'select id, type, relayed_at, data, cause from outbox where type = $1 order by created_at, id';
    return (await this.sql.query<OutboxRow>(sql, [type])).rows;
  }

  async jobs(): Promise<{ task_identifier: string; locked_by: string | null; attempts: number }[]> {
    return (await this.sql.query('select task_identifier, locked_by, attempts from graphile_worker.jobs order by id')).rows;
  }

  /**
   * Stores an event as if it had happened an hour ago.
   * @returns its id
   */
  async addEvent(shop: ShopId, type: string, client: pg.Client = this.sql): Promise<string> {
    const { rows } = await client.query<{ id: string }>(
      `insert into outbox (shop_id, id, type, data, created_at)
        values ($1, gen_random_uuid(), $2, '{}', now() - interval '1 hour') returning id`,
      [shop, type],
    );
    return rows[0]?.id ?? '';
  }

  /**
   * Returns the process ids of the database connections that hold an advisory lock whose first number is this one. While a
   * service runs, the process that runs the relay holds 71406, and each worker holds 71407.
   */
  async holders(kind: 71_406 | 71_407): Promise<number[]> {
    const { rows } = await this.sql.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = $1 and granted
        and database = (select oid from pg_database where datname = current_database())`,
      [kind],
    );
    return rows.map(({ pid }) => pid);
  }
}

export const relayed = (rows: readonly OutboxRow[]): boolean =>
  rows.length > 0 && rows.every(({ relayed_at: at }) => at !== null);
