import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what the lists of calls need: indexes in their order, and the counts of the stored calls. Stored calls that ring get the
 * time at which they count as failed.
 */
export class CallLists1795399220000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...INDEXES, COUNTS, RINGING]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from record_counts where list = 'calls'`);
    for (const index of ['calls_newest', 'calls_by_state', 'calls_of_customer']) await runner.query(`drop index ${index}`);
  }
}

const LIST_ORDER = 'started_at desc, id desc';

const INDEXES = [
  `create index calls_newest on calls (shop_id, ${LIST_ORDER})`,
  `create index calls_by_state on calls (shop_id, status, direction, ${LIST_ORDER})`,
  `create index calls_of_customer on calls (shop_id, customer_id, ${LIST_ORDER}) include (status, direction)
    where customer_id is not null`,
];

const COUNTS = `insert into record_counts (shop_id, list, bucket, slot, n)
  select shop_id, 'calls', concat_ws(':', status, direction, period), 0, sum(n)
  from (
    select shop_id, status, direction, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as n
    from calls group by 1, 2, 3, 4
  ) c, lateral (values (null), ('month:' || left(day, 7)), ('day:' || day)) as p (period)
  group by 1, 3`;

const RINGING = `update calls set due_at = started_at + interval '24 hours' where status = 'ringing' and due_at is null`;
