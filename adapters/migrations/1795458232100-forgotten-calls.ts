import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A part is small, so that no report about a call waits for long. */
const BATCH = 1_000;
const NOT_DUE = `status = 'in_progress' and ended_at is null and due_at is null`;

/** Ends the calls whose end never came before this release, too. */
export class ForgottenCalls1795458232100 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (;;) {
      const [, changed] = (await runner.query(
        `update calls t set due_at = t.started_at + interval '24 hours'
        from (select shop_id, id from calls where ${NOT_DUE} limit ${BATCH}) f where t.shop_id = f.shop_id and t.id = f.id`,
      )) as [unknown, number]; // TypeORM answers an update with its rows and their number
      if (changed < BATCH) return;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update calls set due_at = null where status = 'in_progress'`);
  }
}
