import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index that finds the calls with a number that belong to no customer. */
export class OwnerlessCalls1795391500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index calls_ownerless on calls (shop_id, (case direction when 'inbound' then "from" else "to" end))
        where customer_id is null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index calls_ownerless');
  }
}
