import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the look-up of threads of calls. From now on the service begins such threads, one for a contact. */
export class CallThreads1795399310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The threads of calls that are stored already came from imports and from the demo, which may bring several for one contact.
    await runner.query(`update conversations set origin = 'import' where channel = 'call'`);
    await runner.query(
      `create unique index conversations_begun_calls on conversations (shop_id, contact_number)
        where channel = 'call' and origin = 'service'`,
    );
    await runner.query(`create index conversations_of_calls on conversations (shop_id, contact_number) where channel = 'call'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index conversations_of_calls');
    await runner.query('drop index conversations_begun_calls');
  }
}
