import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the indexes with which the feed finds the events of a kind or of a record, and the table that says how far the events of
 * a shop have been pruned. Whatever deletes numbered events because of their age must raise `number` in the same statement. There
 * is no foreign key to the shop, as the outbox has none.
 */
export class EventFeed1795403300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table pruned_events (
      shop_id uuid primary key,
      number bigint not null
    )`);
    await runner.query('create index outbox_feed_by_type on outbox (shop_id, type, number) where number is not null');
    await runner.query(
      `create index outbox_feed_by_record on outbox (shop_id, (coalesce(data ->> 'id', data ->> 'customer')), number)
        where number is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index outbox_feed_by_record');
    await runner.query('drop index outbox_feed_by_type');
    await runner.query('drop table pruned_events');
  }
}
