import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules. The trigger, the conditions and the steps are documents, because only a whole rule is ever read or written. */
export class Automations1795403400100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table automations (
      shop_id uuid not null references shops (id) on delete cascade,
      id uuid not null,
      name text not null,
      enabled boolean not null,
      trigger jsonb not null,
      conditions jsonb not null,
      steps jsonb not null,
      disabled_reason text,
      listens_to text,
      created_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      version integer not null,
      primary key (shop_id, id)
    )`);
    await runner.query(`create index automations_newest on automations (shop_id, created_at desc, id desc)
      where deleted_at is null`);
    await runner.query(`create index automations_listening on automations (shop_id, listens_to)
      where enabled and deleted_at is null`);
    await runner.query('create index automations_removed on automations (deleted_at) where deleted_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table automations');
  }
}
