import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Moves the blocks of customers to the numbers that they are about. The time and the source of these blocks were never stored, so
 * they count as imported, and as set now. A blocked customer without a phone keeps nothing: there is no number to block.
 */
export class BlocksOfCustomers1795387304000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`insert into opt_outs (shop_id, number, source, since, consent_ended_at, version)
      select shop_id, phone, 'import', now(), now(), 1 from customers where texting_blocked and phone is not null
      on conflict do nothing`);
    await runner.query('alter table customers drop column texting_blocked');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table customers add column texting_blocked boolean not null default false');
    await runner.query(`update customers c set texting_blocked = true from opt_outs o
      where o.shop_id = c.shop_id and o.number = c.phone and o.lifted_at is null`);
  }
}
