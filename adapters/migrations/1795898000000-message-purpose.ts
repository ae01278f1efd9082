import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps of a scheduled message that it is advertising, so that the consent is asked for again when it is sent. */
export class MessagePurpose1795898000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table scheduled_messages add column purpose text not null default 'business'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table scheduled_messages drop column purpose');
  }
}
