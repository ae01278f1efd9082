import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the trace of the call that queued a text, with which the hand-over goes on. */
export class MessageTraces1795456000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table messages add column trace text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table messages drop column trace');
  }
}
