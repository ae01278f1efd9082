import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the cause of each event. The default is for events whose cause is unknown: those stored before this migration, and those
 * of instances that still run the release before it.
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
  operation: null,
  request_id: null,
  key_id: null,
  user_id: null,
  automation_id: null,
  event_id: null,
});
