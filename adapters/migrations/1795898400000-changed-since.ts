import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex } from './add-index.js';

const KINDS = ['leads', 'customers', 'vehicles', 'jobs', 'tasks', 'conversations', 'messages', 'calls', 'quotes', 'invoices'];
const ERASED = ['leads', 'customers', 'conversations', 'messages'];

/**
 * Gives each record the time of its last change, for those who copy them. The records that are there count as changed now. The time
 * must be read after the lock on the table was taken, so it is not that of the statement; it is declared stable, because Citus
 * takes no volatile function in an update. The triggers are for changes by the release before and by SQL.
 */
export class ChangedSince1795898400000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of FUNCTIONS) await runner.query(statement);
    const [citus] = (await runner.query(`select to_regclass('pg_dist_partition') is not null as found`)) as {
      readonly found: boolean;
    }[];
    for (const table of ERASED) await runner.query(`alter table ${table} add column if not exists erased_at timestamptz(3)`);
    for (const table of KINDS) {
      await runner.query(`alter table ${table} add column if not exists updated_at timestamptz(3) not null default now()`);
      await runner.query(`alter table ${table} alter column updated_at set default time_of_change()`);
      if (!citus?.found)
        // a distributed table takes no trigger
        await runner.query(`create or replace trigger ${table}_changed before update on ${table} for each row
          when (new.updated_at = old.updated_at) execute function note_change()`);
      await addIndex(runner, `${table}_by_change`, `${table} (shop_id, updated_at, id)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of KINDS) {
      await runner.query(`drop trigger if exists ${table}_changed on ${table}`);
      await runner.query(`alter table ${table} drop column updated_at`);
    }
    for (const table of ERASED) await runner.query(`alter table ${table} drop column erased_at`);
    await runner.query('drop function note_change()');
    await runner.query('drop function time_of_change()');
  }
}

const FUNCTIONS = [
  `create or replace function time_of_change() returns timestamptz language plpgsql stable parallel safe as $$
    begin return clock_timestamp(); end $$`,
  `create or replace function note_change() returns trigger language plpgsql as $$
    begin new.updated_at := clock_timestamp(); return new; end $$`,
];
