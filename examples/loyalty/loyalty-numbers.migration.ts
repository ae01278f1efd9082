import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LoyaltyNumbers1795900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table x_loyalty_customers (
      shop_id uuid not null,
      id uuid not null,
      loyalty_number text,
      primary key (shop_id, id),
      foreign key (shop_id, id) references customers (shop_id, id) on delete cascade
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table x_loyalty_customers');
  }
}
