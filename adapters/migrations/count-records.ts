import type { QueryRunner } from 'typeorm';

/**
 * Makes the counts of a list right: adds what is missing, and takes away what is too much. A record and its count are written by
 * one statement, so both are of one snapshot here, and the counts stay right while other instances write.
 * @param records `from … t where …`
 * @param bucket SQL for the bucket of the row `t`
 */
export async function countRecords(runner: QueryRunner, list: string, records: string, bucket: string): Promise<void> {
  await runner.query(`insert into record_counts as c (shop_id, list, bucket, slot, n)
    select shop_id, '${list}', bucket, 0, sum(n) from (
      select t.shop_id, ${bucket} as bucket, count(*) as n ${records} group by 1, 2
      union all
      select c.shop_id, c.bucket, -c.n from record_counts c where c.list = '${list}'
    ) d
    group by shop_id, bucket having sum(n) <> 0
    order by shop_id, bucket collate "C"
    on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n`);
}
