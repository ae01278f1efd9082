import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names the links that were removed from a scheduled text. */
export class RemovedLinks1795458233000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table scheduled_messages add column removed_links jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table scheduled_messages drop column removed_links');
  }
}
