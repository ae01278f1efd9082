import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A webhook that is removed or switched off can have a million deliveries. Its row says that they are to be deleted or canceled, and
 * background work does it in small parts. One index serves the log of all statuses and of one status: a log without a filter is
 * merged from the five statuses.
 */
export class RemovedWebhooks1795403100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhooks add column deleted_at timestamptz(3), add column due_at timestamptz(3)');
    await runner.query('create index webhooks_due on webhooks (due_at) where due_at is not null');
    await runner.query(`create index webhook_deliveries_log on webhook_deliveries
      (shop_id, webhook_id, status, created_at desc, id desc)`);
    await runner.query('drop index webhook_deliveries_newest');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index webhook_deliveries_newest on webhook_deliveries
      (shop_id, webhook_id, created_at desc, id desc)`);
    await runner.query('drop index webhook_deliveries_log');
    await runner.query('alter table webhooks drop column deleted_at, drop column due_at');
  }
}
