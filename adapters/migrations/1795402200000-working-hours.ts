import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Null is for the shop's opening hours, so stored staff and those of an older version that still runs have these hours. */
export class WorkingHours1795402200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table staff add column hours jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table staff drop column hours');
  }
}
