import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what tells a missed call from an answered one. A call that is in progress has a time at which it is ended now, as one that rings.
 */
export class MissedCalls1795458232000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table calls
        add column forwarded_to text,
        add column voicemail_left boolean not null default false,
        add column told_at timestamptz(3),
        drop constraint calls_check`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table calls drop column forwarded_to, drop column voicemail_left, drop column told_at,
        add constraint calls_check check (due_at is null or status = 'ringing')`,
    );
  }
}
