/** So many rows are looked at to find those whose turn it is. More of them would cost more in each look. */
const MOST_SEEN = 10_000;

/**
 * Returns SQL that selects the keys of rows, `shop_id` and `id`, whose turn is next: the oldest row of each shop, then the second of
 * each shop, and so on. So a shop with thousands of rows holds up the row of another shop by one row. Order the rows by `turn`, the
 * column `at` and `id`.
 * @param rows the table, and the condition under which a row waits
 * @param at the column with the time of a row
 */
export function inTurnsSql(rows: string, at: string, limit: number): string {
  return `select shop_id, id, ${at}, turn
    from (select *, row_number() over (partition by shop_id order by ${at}, id) as turn
      from (select shop_id, id, ${at} from ${rows} order by ${at}, id limit ${MOST_SEEN}) seen) turns
    order by turn, ${at}, id limit ${limit}`;
}
