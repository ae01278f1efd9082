import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the reports that are kept for a call which the service does not know yet, and the look-up of a call without its shop. */
export class CallReports1795399320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table call_reports (
      call text not null,
      part text not null,
      part_id text not null,
      report jsonb not null,
      kept_at timestamptz(3) not null,
      primary key (call, part, part_id)
    )`);
    await runner.query('create index call_reports_oldest on call_reports (kept_at)');
    await runner.query(
      `alter table calls add column answered_at timestamptz(3), add column transcript_ids jsonb not null default '[]'`,
    );
    await runner.query('create index calls_of_provider on calls (provider_id) where provider_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index calls_of_provider');
    await runner.query('alter table calls drop column answered_at, drop column transcript_ids');
    await runner.query('drop table call_reports');
  }
}
