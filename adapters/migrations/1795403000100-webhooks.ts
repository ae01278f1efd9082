import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Subscriptions and the tries to deliver events to them. An event may be pruned while its deliveries are still in the log, so there
 * is no foreign key to it.
 */
export class Webhooks1795403000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table webhooks (
      shop_id uuid not null references shops (id) on delete cascade,
      id uuid not null,
      url text not null,
      events jsonb,
      description text,
      enabled boolean not null,
      disabled_reason text,
      secret text not null,
      former_secret text,
      former_secret_until timestamptz(3),
      created_at timestamptz(3) not null,
      last_success_at timestamptz(3),
      last_failure_at timestamptz(3),
      failing_since timestamptz(3),
      warned_at timestamptz(3),
      version integer not null,
      primary key (shop_id, id)
    )`);
    await runner.query(`create table webhook_deliveries (
      shop_id uuid not null,
      id uuid not null,
      webhook_id uuid not null,
      event_id uuid not null,
      event_type text not null,
      attempt integer not null,
      status text not null,
      response_status integer,
      response_body text,
      error text,
      duration_ms integer,
      created_at timestamptz(3) not null,
      next_attempt_at timestamptz(3),
      primary key (shop_id, id),
      foreign key (shop_id, webhook_id) references webhooks (shop_id, id) on delete cascade
    )`);
    await runner.query(`create index webhook_deliveries_due on webhook_deliveries (shop_id, webhook_id, next_attempt_at)
      where status = 'pending'`);
    await runner.query(`create index webhook_deliveries_newest on webhook_deliveries
      (shop_id, webhook_id, created_at desc, id desc)`);
    await runner.query('create index webhook_deliveries_old on webhook_deliveries (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_deliveries');
    await runner.query('drop table webhooks');
  }
}
