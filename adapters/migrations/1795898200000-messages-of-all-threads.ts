import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex } from './add-index.js';

/** Lets the messages of all threads be listed, so that a page costs the same in a shop with any number of them. */
export class MessagesOfAllThreads1795898200000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'messages_newest', 'messages (shop_id, created_at desc, id desc)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index messages_newest');
  }
}
