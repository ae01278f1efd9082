import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which the follow-up of a lead is due. The times that stand in the table already are not announced, because
 * nobody knows who has set them.
 */
export class DueFollowups1795403600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table leads add column followup_to_announce timestamptz(3), add column due_at timestamptz(3)');
    await runner.query('create index leads_due on leads (due_at) where due_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table leads drop column followup_to_announce, drop column due_at');
  }
}
