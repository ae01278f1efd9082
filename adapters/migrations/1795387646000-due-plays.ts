import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives the sandbox's receipts and replies one due time, as all that is due has it, and an index for what is old. */
export class DuePlays1795387646000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sandbox_outbox add column due_at timestamptz(3)');
    await runner.query('update sandbox_outbox set due_at = least(receipt_due_at, reply_due_at)');
    await runner.query('drop index sandbox_outbox_due');
    await runner.query('create index sandbox_outbox_due on sandbox_outbox (due_at) where due_at is not null');
    await runner.query('create index sandbox_outbox_old on sandbox_outbox (handed_over_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index sandbox_outbox_old');
    await runner.query('drop index sandbox_outbox_due');
    await runner.query(`create index sandbox_outbox_due on sandbox_outbox (least(receipt_due_at, reply_due_at))
      where receipt_due_at is not null or reply_due_at is not null`);
    await runner.query('alter table sandbox_outbox drop column due_at');
  }
}
