import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex } from './add-index.js';

const KINDS = ['leads', 'customers', 'vehicles', 'jobs', 'tasks', 'conversations'];

/** Gives records the facts that other systems keep in them. The index has only the records with such facts. */
export class Metadata1795898500100 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of KINDS) {
      await runner.query(`alter table ${table} add column if not exists metadata jsonb not null default '{}'`);
      await addIndex(
        runner,
        `${table}_by_metadata`,
        `${table} using gin (shop_id, metadata jsonb_path_ops) where metadata <> '{}'`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of KINDS) await runner.query(`alter table ${table} drop column metadata`);
  }
}
