import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the trace of the event that a run follows, with which the run and its steps go on. */
export class AutomationTraces1795456000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table automation_runs add column trace text');
    await runner.query('alter table automation_steps add column trace text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table automation_runs drop column trace');
    await runner.query('alter table automation_steps drop column trace');
  }
}
