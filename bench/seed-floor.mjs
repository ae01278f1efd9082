// Stores a given number of jobs, and as many invoices, quotes, services and reviews. The jobs are ten minutes apart, around the
// present time. A search for `ceramic` finds 25 services at any size.
const STAGES = `(array['lead','scheduled','in_progress','curing','qa','ready','completed','canceled'])`;
const INVOICE_STATUSES = `(array['draft','open','partial','paid','void','refunded'])`;

const CUSTOMERS = `(select id, row_number() over () - 1 as n from customers where shop_id = $1)`;
/** The number of the customer for row `i`. The expression uses no column of the customers, so PostgreSQL can use a hash join. */
const NTH = `i % (select count(*) from customers where shop_id = $1)`;
const AGO = `date_trunc('milliseconds', now()) - i * interval '1 second'`;

/** @param run runs a statement with `$1` = the shop's id and `$2` = the number of rows */
export async function seedFloor(run) {
  await run(`insert into jobs (shop_id, id, number, title, customer_id, stage, scheduled_start, scheduled_end, bay, origin, created_at, version)
    select $1, gen_random_uuid(), i, 'Job ' || i, c.id, ${STAGES}[1 + i % 8],
      date_trunc('hour', now()) + (i - $2::int / 2) * interval '10 minutes',
      date_trunc('hour', now()) + (i - $2::int / 2) * interval '10 minutes' + interval '90 minutes',
      'Bay ' || i % 5, case when i % 10 = 0 then 'import' else 'service' end, ${AGO}, 1
    from generate_series(1, $2::int) i join ${CUSTOMERS} c on c.n = ${NTH}`);
  await run(`insert into invoices (shop_id, id, number, customer_id, status, total, balance, origin, created_at)
    select $1, gen_random_uuid(), i, c.id, ${INVOICE_STATUSES}[1 + i % 6], i % 100000, case when i % 6 in (0, 4) then null when i % 6 = 2 then i % 100 else 0 end,
      case when i % 10 = 0 then 'import' else 'service' end, ${AGO}
    from generate_series(1, $2::int) i join ${CUSTOMERS} c on c.n = ${NTH}`);
  await run(`insert into services (shop_id, id, name, category, category_key, pricing_model, base_price, duration_minutes, active, bookable,
      addon, tax_exempt, position, tiers, deposit_type, search_text, created_at, version)
    select $1, gen_random_uuid(), n.name, 'Category ' || i % 10, 'category ' || i % 10, 'flat', i % 100000, 60, i % 10 <> 0, i % 3 <> 0,
      i % 20 = 0, false, i, '[]', 'none', ' ' || lower(n.name), ${AGO}, 1
    from generate_series(1, $2::int) i, lateral (select case when i <= 25 then 'Ceramic coating ' else 'Service ' end || i as name) n`);
  await run(`insert into quotes (shop_id, id, number, customer_id, status, total, origin, created_at)
    select $1, gen_random_uuid(), i, c.id, 'sent', i % 100000, 'service', ${AGO}
    from generate_series(1, $2::int) i join ${CUSTOMERS} c on c.n = ${NTH}`);
  await run(`insert into reviews (shop_id, id, reviewer_name, stars, comment, reply, left_at, public, created_at)
    select $1, gen_random_uuid(), 'Reviewer ' || i, case when i % 11 = 0 then null else 1 + i % 5 end, 'Comment ' || i,
      case when i % 2 = 0 then 'Thank you' end, ${AGO}, i % 50 <> 0, ${AGO}
    from generate_series(1, $2::int) i`);
  await count(run, 'customers', `case when is_vip then 'vip' else 'other' end`);
  await count(run, 'jobs', `origin || ':' || stage || ':' || coalesce(assignee_id::text, '-')`);
  await count(run, 'services', `active::int::text || bookable::int || addon::int || ':' || category_key`);
  const answer = `case when reply is null then 'unanswered' else 'answered' end`;
  await count(run, 'reviews', `case when public then coalesce(stars::text, '-') || ':' || ${answer} else 'hidden' end`);
}

/**
 * Stores the counts of a list. Each count has a row in all eight slots, as after concurrent writes, but its number is in slot 0.
 */
export function count(run, table, bucket) {
  return run(
    `insert into record_counts (shop_id, list, bucket, slot, n)
    select $1, '${table}', b.bucket, s.slot, case when s.slot = 0 then b.n else 0 end
    from (select ${bucket} as bucket, count(*) as n from ${table} where shop_id = $1 group by 1) b cross join generate_series(0, 7) as s (slot)`,
    null,
  );
}
