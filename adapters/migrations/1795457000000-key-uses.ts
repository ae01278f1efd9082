import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives the times at which keys were used a table of their own. `api_keys` is looked up without a shop, so a distributed database has
 * it on every server, where each write waits for all of them. `last_used_at` stays for the release before this one.
 */
export class KeyUses1795457000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table api_key_uses (
      shop_id uuid not null references shops (id) on delete cascade,
      key_id uuid not null,
      used_at timestamptz(3) not null,
      primary key (shop_id, key_id)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table api_key_uses');
  }
}
