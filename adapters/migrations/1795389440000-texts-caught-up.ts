import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TextsCaughtUp1795389440000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table texts_caught_up (
      single boolean primary key default true check (single),
      until timestamptz(3) not null
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table texts_caught_up');
  }
}
