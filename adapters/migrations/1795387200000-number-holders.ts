import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index is not unique: in a database of an earlier version, two shops may have the same number. */
export class NumberHolders1795387200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index phone_numbers_holder on phone_numbers (number) where status in ('active', 'porting')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index phone_numbers_holder');
  }
}
