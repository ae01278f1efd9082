import type { MigrationInterface, QueryRunner } from 'typeorm';
import { foldForSearch } from '../../domain/shared/search.js';

/** Adds the tag keys of customers, and indexes for customers by tag, VIP customers, and jobs by their scheduled time. */
export class FoundAsAsked1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table customers add column tag_keys text[] not null default '{}'`);
    await fillTagKeys(runner);
    for (const statement of [...INDEXES, ...countCustomers(`case when is_vip then 'vip' else 'other' end`)])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...UNDONE, ...countCustomers(`'all'`)]) await runner.query(statement);
  }
}

const DIARY = 'create index jobs_diary on jobs (shop_id, scheduled_start, id)';
const SCHEDULED = 'where scheduled_start is not null';

const INDEXES = [
  // Customers without a tag are left out: they are the majority, and no filter finds them by the lack of a tag.
  `create index customers_tagged on customers using gin (shop_id, tag_keys) where tag_keys <> '{}'`,
  `create index customers_vip on customers (shop_id, created_at desc, id desc) where is_vip`,
  // `selectBooked` counts jobs from this index alone, because the index includes the columns of its filters.
  'drop index jobs_diary',
  `${DIARY} include (origin, stage, assignee_id) ${SCHEDULED}`,
];

const UNDONE = [
  'drop index jobs_diary',
  `${DIARY} ${SCHEDULED}`,
  'drop index customers_vip',
  'drop index customers_tagged',
  'alter table customers drop column tag_keys',
];

function countCustomers(bucket: string): string[] {
  return [
    `delete from record_counts where list = 'customers'`,
    `insert into record_counts (shop_id, list, bucket, slot, n)
      select shop_id, 'customers', ${bucket}, 0, count(*) from customers group by 1, 3`,
  ];
}

/**
 * Writes the folded tags of each customer. The service folds them, because it also folds the tags of new customers. It folds each
 * different tag once.
 */
async function fillTagKeys(runner: QueryRunner): Promise<void> {
  // TypeORM does not type raw rows.
  const rows = (await runner.query(`select distinct tag from customers, unnest(tags) tag`)) as { readonly tag: string }[];
  if (rows.length === 0) return;
  const tags = rows.map(({ tag }) => tag);
  await runner.query(
    `update customers c set tag_keys = (
      select array_agg(f.key order by t.place) from unnest(c.tags) with ordinality t (tag, place)
        join unnest($1::text[], $2::text[]) as f (tag, key) on f.tag = t.tag
    ) where cardinality(c.tags) > 0`,
    [tags, tags.map(foldForSearch)],
  );
}
