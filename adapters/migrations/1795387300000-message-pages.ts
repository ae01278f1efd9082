import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the direction to the index of a thread's messages, so that the pages and totals of one direction read only index entries
 * of the other.
 */
export class MessagePages1795387300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index messages_of_conversation');
    await runner.query(
      'create index messages_of_conversation on messages (shop_id, conversation_id, created_at desc, id desc, direction)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index messages_of_conversation');
    await runner.query('create index messages_of_conversation on messages (shop_id, conversation_id, created_at desc, id desc)');
  }
}
