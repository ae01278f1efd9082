import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the provider's reports about calls need. */
export class ReportedCalls1795399210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table calls
        add column provider_id text,
        add column due_at timestamptz(3),
        add column version integer not null default 1,
        add check (due_at is null or status = 'ringing')`,
    );
    await runner.query('create unique index calls_provider_id on calls (shop_id, provider_id) where provider_id is not null');
    await runner.query('create index calls_due on calls (due_at) where due_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls drop column provider_id, drop column due_at, drop column version');
  }
}
