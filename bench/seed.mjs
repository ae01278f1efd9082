// Stores a given number of leads, tasks, jobs and other records in one shop. SQL makes the rows in the database.
import pg from 'pg';
import { bookingQuestion, seedBays, seedBooking } from './seed-booking.mjs';
import { callerOf, seedCalls } from './seed-calls.mjs';
import { seedEvents } from './seed-events.mjs';
import { recordedCall, seedMedia } from './seed-media.mjs';
import { count, seedFloor } from './seed-floor.mjs';
import { seedCustomers, seedInbox, textThreads } from './seed-inbox.mjs';

const PEOPLE = ['staff', 'customers', 'leads', 'vehicles'];
const STATUSES = `(array['new','contacted','qualified','quoted','won','lost','cold'])`;

/** Stores the records of a shop that exists. The times of most records are a second apart, and some are equal. */
export async function seed(url, shop, rows) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = (text, values = [shop, rows]) => client.query(text, values ?? [shop]);
  await run(
    `insert into staff (shop_id, id, user_id, name, role, active, created_at)
    select $1, gen_random_uuid(), gen_random_uuid(), 'Teammate ' || i, 'advisor', true, now() from generate_series(1, 20) i`,
    [shop],
  );
  await seedCustomers(run);
  await run(`insert into leads (shop_id, id, first_name, last_name, email, search_text, source, status, next_followup_at, created_at, version)
    select $1, gen_random_uuid(), 'Lead', 'Number' || i, 'lead' || i || '@example.com',
      concat(e' lead\\n number', i, e'\\n lead', i, '@example.com'), 'api', ${STATUSES}[1 + i % 7],
      date_trunc('milliseconds', now()), date_trunc('milliseconds', now() - (i / 2) * interval '1 second'), 1
    from generate_series(1, $2::int) i`);
  await run(
    `insert into vehicles (shop_id, id, customer_id, year, make, model, vin, decode_pending, created_at, version)
    select $1, gen_random_uuid(), c.id, 2015, 'HONDA', 'Civic', '1HGCM' || lpad(c.n::text, 12, '0'), false, c.created_at, 1
    from (select id, created_at, row_number() over () as n from customers where shop_id = $1) c`,
    [shop],
  );
  await run(`insert into tasks (shop_id, id, title, status, priority, due_at, completed_at, closed_at, assigned_to, created_at, version)
    select $1, gen_random_uuid(), 'Task ' || i, case when i % 4 = 0 then 'done' else 'open' end, 'normal',
      case when i % 10 = 0 then null else now() + i * interval '1 minute' end,
      case when i % 4 = 0 then now() - i * interval '1 second' end, case when i % 4 = 0 then now() - i * interval '1 second' end,
      case when i % 3 = 0 then null else u.user_id end, now() - i * interval '1 second', 1
    from generate_series(1, $2::int) i
    join (select user_id, row_number() over (order by user_id) - 1 as n from staff where shop_id = $1) u on u.n = i % 20`);
  await count(run, 'tasks', `status || ':' || coalesce(assigned_to::text, '-')`);
  await seedBooking(run);
  await seedFloor(run);
  await seedInbox(run);
  await seedBays(run);
  await seedCalls(run);
  await seedMedia(run);
  await seedEvents(run);
  for (const table of [
    ...PEOPLE,
    'tasks',
    'conversations',
    'messages',
    'jobs',
    'invoices',
    'quotes',
    'services',
    'reviews',
    'calls',
    'media_files',
    'outbox',
    'record_counts',
  ])
    await client.query(`vacuum analyze ${table}`);
  const one = async (text) => (await client.query(text, [shop])).rows[0];
  const leads = (await run('select id from leads where shop_id = $1 order by id limit 1000', [shop])).rows.map(({ id }) => id);
  const threads = await textThreads(run);
  const caller = await callerOf(run);
  const recorded = await recordedCall(run);
  const booking = await bookingQuestion(run);
  const vehicle = await one('select vin from vehicles where shop_id = $1 order by vin limit 1');
  const assignee = await one('select assigned_to as id from tasks where shop_id = $1 and assigned_to is not null limit 1');
  const job = await one('select id from jobs where shop_id = $1 order by id limit 1');
  const customer = await one('select id from customers where shop_id = $1 order by id limit 1');
  const teammates = await run('select user_id as staff_id, name, role from staff where shop_id = $1 order by name, id', [shop]);
  const toolItems = JSON.stringify({ items: teammates.rows });
  await client.end();
  const found = { vin: vehicle.vin, assignee: assignee.id, job: job.id, customer: customer.id };
  return { toolItems, leads, threads, caller, recorded, booking, ...found };
}
