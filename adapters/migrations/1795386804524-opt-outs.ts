import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the table of the numbers that may not be texted. It refers to no customer, because a block stays with its number when a
 * customer's phone changes, and strangers can opt out, too.
 */
export class OptOuts1795386804524 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table opt_outs (
      shop_id uuid not null references shops (id) on delete cascade,
      number text not null,
      source text not null check (source in ('stop', 'staff', 'provider', 'import')),
      staff_too boolean not null default false check (source = 'stop' or not staff_too),
      since timestamptz(3) not null,
      lifted_at timestamptz(3),
      consent_ended_at timestamptz(3),
      line text,
      note text,
      version integer not null,
      primary key (shop_id, number)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table opt_outs');
  }
}
