import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events say why they happened. Those that are there already do not know it, and an instance of the release before does not
 * say it: the default stands for both.
 */
export class Causes1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table outbox add column cause jsonb not null default '${UNKNOWN}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox drop column cause');
  }
}

const UNKNOWN = JSON.stringify({
  operation: null, request_id: null, key_id: null, user_id: null, automation_id: null, event_id: null,
});
