import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countRecords } from './count-records.js';

/** Counts leads, quotes and invoices, whose tools answer an exact total. */
export class MoreCountedLists1795896800000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await countRecords(runner, 'leads', 'from leads t where t.deleted_at is null', 't.status');
    await countRecords(runner, 'quotes', 'from quotes t', 't.status');
    await countRecords(runner, 'invoices', 'from invoices t', `t.origin || ':' || t.status`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from record_counts where list in ('leads', 'quotes', 'invoices')`);
  }
}
