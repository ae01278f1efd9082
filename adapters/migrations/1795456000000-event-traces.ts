import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the trace in which an event happened. Events of instances that run an earlier release have none. */
export class EventTraces1795456000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox add column trace text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox drop column trace');
  }
}
