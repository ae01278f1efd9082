import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The pauses of what leaves the service. They are the operator's, and most of them are of all shops. So a distributed database has the
 * table on every server.
 */
export class OutgoingPauses1795460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table outgoing_pauses (
      id uuid primary key,
      way text not null check (way in ('texts', 'emails', 'webhooks', 'fetches')),
      only_shop uuid,
      cause text not null check (cause in ('operator', 'provider', 'start')),
      reason text,
      since timestamptz(3) not null,
      until timestamptz(3),
      try_at timestamptz(3),
      told text
    )`);
    await runner.query(`create unique index outgoing_pauses_open on outgoing_pauses
      (way, cause, coalesce(only_shop, '00000000-0000-0000-0000-000000000000')) where until is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outgoing_pauses');
  }
}
