const TEAM = 20;
const SYLLABLES = 'an ber car den el fitz gold har in jon kel lind mil nor pet rob smith tom wil york'.split(' ');
const STATUSES = `(array['new','contacted','qualified','quoted','won','lost','cold'])`;

/**
 * Stores this many leads: half of them in the first shop, and equal parts of the others in the other shops. A shop has a tenth as
 * many open tasks, so that the first of 200 shops with 1,000,000 leads has 50,000. Each shop has 500 services, and a search for
 * `ceramic` finds 25 of them. The times of most records are a second apart, and some are equal. SQL makes the rows in the
 * database.
 * @returns the ids of leads of the first shop
 */
export async function seed({ sql, shops: made }, rows) {
  const [first, ...others] = made.map(({ shop }) => shop.id);
  const half = others.length === 0 ? rows : rows / 2;
  await withIndexesAfter(sql, ['leads', 'tasks'], async () => {
    await seedShop(sql, first, half);
    for (const shop of others) await seedShop(sql, shop, Math.round((rows - half) / others.length));
  });
  for (const name of ['staff', 'leads', 'tasks', 'services', 'record_counts']) await sql.rows(`vacuum analyze ${name}`);
  const leads = await sql.rows('select id from leads where shop_id = $1 order by id limit 1000', [first]);
  return leads.map(({ id }) => id);
}

/** Does work on tables without their triggers and without most of their indexes, which it makes afterwards: ten million rows take minutes so. */
async function withIndexesAfter(sql, tables, work) {
  const indexes = await sql.rows(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql from pg_index i
    where i.indrelid = any($1::regclass[]) and not i.indisprimary`,
    [tables],
  );
  const constraints = await sql.rows(`select conname from pg_constraint where contype = 'u' and conrelid = any($1::regclass[])`, [
    tables,
  ]);
  const free = indexes.filter(({ name }) => !constraints.some(({ conname }) => conname === name));
  await sql.rows(`set session_replication_role = replica`);
  for (const { name } of free) await sql.rows(`drop index ${name}`);
  await work();
  await sql.rows(`set maintenance_work_mem = '1GB'`);
  for (const { sql: text } of free) await sql.rows(text);
  await sql.rows(`reset maintenance_work_mem`);
  await sql.rows(`reset session_replication_role`);
}

async function seedShop(sql, shop, leads) {
  const run = (text, ...values) => sql.rows(text, [shop, ...values]);
  await run(`insert into staff (shop_id, id, user_id, name, role, active, created_at)
    select $1, gen_random_uuid(), gen_random_uuid(), 'Teammate ' || i, 'advisor', true, now() from generate_series(1, ${TEAM}) i`);
  await run(
    `insert into leads (shop_id, id, first_name, last_name, email, search_text, source, status, next_followup_at, created_at, updated_at,
      version)
    select $1, gen_random_uuid(), 'Lead', 'Number' || i, 'lead' || i || '@example.com',
      concat(e' lead\\n number', i, e'\\n lead', i, '@example.com'), 'api', ${STATUSES}[1 + i % 7],
      date_trunc('milliseconds', now()), at.time, at.time, 1
    from generate_series(1, $2::int) i,
      lateral (select date_trunc('milliseconds', now() - (i / 2) * interval '1 second') as time) at`,
    leads,
  );
  // Every fourth task is done, beside the open ones that are counted.
  await run(
    `insert into tasks (shop_id, id, title, status, priority, due_at, completed_at, closed_at, assigned_to, created_at, version)
    select $1, gen_random_uuid(), 'Task ' || i, case when i % 4 = 0 then 'done' else 'open' end, 'normal',
      case when i % 10 = 0 then null else now() + i * interval '1 minute' end,
      case when i % 4 = 0 then now() - i * interval '1 second' end, case when i % 4 = 0 then now() - i * interval '1 second' end,
      case when i % 3 = 0 then null else u.user_id end, now() - i * interval '1 second', 1
    from generate_series(1, $2::int) i
    join (select user_id, row_number() over (order by user_id) - 1 as n from staff where shop_id = $1) u on u.n = i % ${TEAM}`,
    Math.round((leads / 10) * (4 / 3)),
  );
  await run(`insert into services (shop_id, id, name, category, category_key, pricing_model, base_price, duration_minutes, active, bookable,
      addon, tax_exempt, position, tiers, deposit_type, search_text, created_at, version)
    select $1, gen_random_uuid(), n.name, 'Category ' || i % 10, 'category ' || i % 10, 'flat', i * 100, 60, i % 10 <> 0, i % 3 <> 0,
      i % 20 = 0, false, i, '[]', 'none', ' ' || lower(n.name), now(), 1
    from generate_series(1, 500) i, lateral (select case when i % 20 = 0 then 'Ceramic coating ' else 'Service ' end || i as name) n`);
  await count(run, 'leads', 'status');
  await count(run, 'tasks', `status || ':' || coalesce(assigned_to::text, '-')`);
  await count(run, 'services', `active::int::text || bookable::int || addon::int || ':' || category_key`);
}

/** Stores the counts of a list. Each has a row in all eight slots, as after concurrent writes, but its number is in slot 0. */
function count(run, name, bucket) {
  return run(`insert into record_counts (shop_id, list, bucket, slot, n)
    select $1, '${name}', b.bucket, s.slot, case when s.slot = 0 then b.n else 0 end
    from (select ${bucket} as bucket, count(*) as n from ${name} where shop_id = $1 group by 1) b
    cross join generate_series(0, 7) as s (slot)`);
}

/**
 * Stores customers, threads with ten messages each, and jobs in the same proportions of shops as `seed`. Twenty customers share a
 * surname, which consists of the syllables of a number, as their parts occur in other names, too.
 * @returns some surnames, and the ids of some customers, threads, jobs and open tasks of the first shop
 */
export async function seedRooms({ sql, shops: made }, rows) {
  const [first, ...others] = made.map(({ shop }) => shop.id);
  const half = others.length === 0 ? rows : rows / 2;
  await withIndexesAfter(sql, ['customers', 'conversations', 'messages', 'jobs'], async () => {
    await seedRoomsOf(sql, first, half);
    for (const shop of others) await seedRoomsOf(sql, shop, Math.round((rows - half) / others.length));
  });
  for (const name of ['customers', 'conversations', 'messages', 'jobs', 'record_counts'])
    await sql.rows(`vacuum analyze ${name}`);
  const ids = async (rest) => (await sql.rows(`select t.id from ${rest} order by t.id limit 1000`, [first])).map(({ id }) => id);
  return {
    surnames: (await sql.rows(`select distinct name from customers where shop_id = $1 limit 50`, [first])).map(
      ({ name }) => name.split(' ')[1],
    ),
    customers: await ids('customers t where t.shop_id = $1'),
    threads: await ids('conversations t where t.shop_id = $1'),
    numbers: (
      await sql.rows('select contact_number as number from conversations where shop_id = $1 order by id limit 1000', [first])
    ).map(({ number }) => number),
    jobs: await ids('jobs t where t.shop_id = $1'),
    tasks: await ids(`tasks t where t.shop_id = $1 and t.status = 'open'`),
  };
}

async function seedRoomsOf(sql, shop, rows) {
  const run = (text, ...values) => sql.rows(text, [shop, ...values]);
  const [threads, surnames] = [Math.max(10, Math.round(rows / 10)), Math.max(1, Math.round(rows / 20))];
  await run(
    `insert into customers (shop_id, id, name, email, phone, tags, is_vip, consent_source, created_at, updated_at, search_text, version)
    select $1, gen_random_uuid(), 'Dana ' || of.name, 'customer' || i || '@example.com', '+1514' || 2000000 + i, '{}', false, 'none',
      of.at, of.at, concat(' dana ', of.name, e'\\n customer', i, e'@example.com\\n +1514', 2000000 + i), 1
    from generate_series(1, $2::int) i,
      lateral (select i % $3::int as n) which,
      lateral (select concat(part[1 + n % 20], part[1 + n / 20 % 20], part[1 + n / 400 % 20], part[1 + n / 8000 % 20]) as name,
        date_trunc('milliseconds', now() - i * interval '1 minute') as at from (select $4::text[] as part) parts) of`,
    Math.max(10, rows),
    surnames,
    SYLLABLES,
  );
  await run(
    `insert into conversations (shop_id, id, customer_id, channel, status, is_ai_managed, pinned, contact_number, created_at,
      updated_at, last_message_at, last_inbound_at, search_text, version)
    select $1, gen_random_uuid(), c.id, 'sms', 'open', false, false, c.phone, c.created_at,
      c.created_at, c.created_at, c.created_at, c.search_text, 1
    from (select * from customers where shop_id = $1 order by created_at desc, id desc limit $2) c`,
    threads,
  );
  await run(
    `insert into messages (shop_id, id, conversation_id, direction, body, "from", "to", status, segments, created_at, updated_at, version)
    select $1, gen_random_uuid(), v.id, case when i % 2 = 0 then 'inbound' else 'outbound' end, 'Is my car ready? ' || i, '+16135550100', v.contact_number,
      'delivered', 1, v.created_at - i * interval '1 day', v.created_at, 1
    from conversations v, generate_series(1, 10) i where v.shop_id = $1`,
  );
  await run(
    `insert into jobs (shop_id, id, number, title, customer_id, stage, created_at, updated_at, version)
    select $1, gen_random_uuid(), c.place, 'Job ' || c.place, c.id, (array['scheduled', 'in_progress', 'ready', 'completed'])[1 + c.place % 4],
      c.created_at, c.created_at, 1
    from (select *, row_number() over (order by created_at desc, id desc)::int as place from customers where shop_id = $1 limit $2) c`,
    threads,
  );
  await count(run, 'customers', `'other'`);
  await count(run, 'jobs', `origin || ':' || stage || ':-'`);
  await count(run, 'conversations', `'open:read:answered:sms:-'`);
}
