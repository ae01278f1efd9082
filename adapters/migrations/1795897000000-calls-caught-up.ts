import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CallsCaughtUp1795897000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table calls_caught_up (
      single boolean primary key default true check (single),
      until timestamptz(3) not null
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calls_caught_up');
  }
}
