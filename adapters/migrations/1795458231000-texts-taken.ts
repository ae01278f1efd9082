import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the texts that each shop has handed over, so that a statement sees those that others have taken since its rules were asked. */
export class TextsTaken1795458231000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table texts_taken (
      shop_id uuid primary key references shops (id) on delete cascade,
      taken bigint not null
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table texts_taken');
  }
}
