import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives each event its number in the feed. The relay draws the numbers, in the transaction that marks the events as relayed.
 * Events that were relayed before this migration get their numbers here, in the same order.
 */
export class EventNumbers1795403000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create sequence event_numbers');
    await runner.query('alter table outbox add column number bigint');
    await runner.query(`update outbox o set number = n.number
      from (select e.shop_id, e.id, nextval('event_numbers') as number
        from (select shop_id, id from outbox where relayed_at is not null order by relayed_at, created_at, id) e) n
      where o.shop_id = n.shop_id and o.id = n.id`);
    await runner.query('create index outbox_feed on outbox (shop_id, number) where number is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox drop column number');
    await runner.query('drop sequence event_numbers');
  }
}
