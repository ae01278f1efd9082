import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource } from '../../../adapters/areas/data-source.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';

export interface Snapshot {
  readonly tables: object;
  readonly worker: readonly { readonly id: number; readonly breaking: boolean }[];
  readonly migrations: Readonly<Record<string, string>>;
}
type Migration = new () => MigrationInterface;
interface Scripts {
  readonly databaseBreaks: (before: Snapshot, after: Snapshot) => string[];
  readonly migratedBy: (
    dataSource: DataSource,
    migrations: readonly Migration[],
    released: Snapshot,
  ) => Promise<{ readonly database: Snapshot; readonly locks: string[] }>;
}
const folder = new URL('../../../workshop/contract/database/', import.meta.url).href;
// The casts are safe: the scripts have no types, but export these.
export const { databaseBreaks } = (await import(`${folder}compare.mjs`)) as Pick<Scripts, 'databaseBreaks'>;
const { migratedBy } = (await import(`${folder}migrate.mjs`)) as Pick<Scripts, 'migratedBy'>;

const SHOPS = `
  create extension pg_trgm;
  create table shops (id uuid primary key);
  create table leads (shop_id uuid, id uuid, primary key (shop_id, id));
  create function shops_change() returns trigger language plpgsql as 'begin return null; end'`;
const SHELVES = `
  create table shelves (
    shop_id uuid not null, id uuid not null, label varchar(40) not null default 'none', place int not null,
    width numeric(7, 2), status text check (status in ('free', 'full')), lead_id uuid,
    primary key (shop_id, id), constraint shelves_place unique (shop_id, place),
    foreign key (shop_id, lead_id) references leads (shop_id, id)
  );
  create index shelves_by_label on shelves (shop_id, label);
  create trigger shelves_changed after insert on shelves execute function shops_change();
  create function shelf_place() returns int language sql as 'select 1';
  create sequence shelf_numbers`;
const NO_SHELVES = `
  drop table if exists shelves, racks;
  drop function if exists shelf_place, rack_place;
  drop sequence if exists shelf_numbers, rack_numbers;
  create extension if not exists pg_trgm`;

/** A small database of the last release. Each test begins with all of it. */
export class ReleasedDatabase {
  private constructor(
    private readonly clone: TestDatabase,
    readonly dataSource: DataSource,
    public released: Snapshot,
  ) {}

  static async open(): Promise<ReleasedDatabase> {
    const clone = await cloneDatabase('template0');
    const dataSource = createDataSource({ url: clone.url, poolSize: 2, ssl: false });
    await dataSource.initialize();
    await dataSource.query(SHOPS);
    return new ReleasedDatabase(clone, dataSource, { tables: {}, worker: [], migrations: {} });
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.clone.drop();
  }

  async begin(): Promise<void> {
    await this.dataSource.query(NO_SHELVES);
    await this.dataSource.query(SHELVES);
    await this.release();
  }

  /** Makes the tables as they are now those of the last release. */
  async release(): Promise<void> {
    ({ database: this.released } = await migratedBy(this.dataSource, [], { tables: {}, worker: [], migrations: {} }));
  }

  /** The lines about a migration of the next version, without the words that each line begins with. */
  async linesOf(up: readonly string[] | ((runner: QueryRunner) => Promise<void>), transaction = true): Promise<string[]> {
    const { database, locks } = await migratedBy(this.dataSource, [migration(up, transaction)], this.released);
    const lines = [...databaseBreaks(this.released, database), ...locks];
    return lines.map((line) => line.replace(/^database: (the migration Planted1999000000000 )?/, ''));
  }
}

function migration(up: readonly string[] | ((runner: QueryRunner) => Promise<void>), transaction: boolean): Migration {
  return class Planted1999000000000 {
    readonly transaction = transaction;

    async up(runner: QueryRunner): Promise<void> {
      if (typeof up === 'function') await up(runner);
      else for (const text of up) await runner.query(text);
    }

    async down(): Promise<void> {
      // The tests do not revert it.
    }
  };
}

export const alter = (change: string): string => `alter table shelves ${change}`;
