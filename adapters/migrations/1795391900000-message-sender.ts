import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the reference to the sender be checked at the end of a transaction. When a shop's row is deleted, its staff go before the
 * messages, because these are deleted with their threads, and an earlier check would refuse that.
 */
export class MessageSender1795391900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table messages alter constraint messages_shop_id_sent_by_fkey deferrable initially deferred');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table messages alter constraint messages_shop_id_sent_by_fkey not deferrable');
  }
}
