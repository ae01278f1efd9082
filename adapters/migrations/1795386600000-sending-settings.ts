import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The defaults are for stored rows, and for the instances of an older version that still run during an update. */
export class SendingSettings1795386600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table shop_settings
      add column texts_per_hour integer not null default 500 check (texts_per_hour between 1 and 1000000),
      add column reply_pointer text not null default 'Reply to this text to reach us.',
      add column reply_to text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table shop_settings drop column texts_per_hour, drop column reply_pointer, drop column reply_to');
  }
}
