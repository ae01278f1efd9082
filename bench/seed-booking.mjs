// Stores what the search for free times reads: the settings of a shop with 8 bays, and 500 jobs of one month. The month begins
// in 400 days, so that the jobs of seed-floor.mjs are not in it.
const AHEAD_DAYS = 400;
const MONTH_DAYS = 31;
const DAY_MS = 86_400_000;
const MONTH_BEGINS = `date_trunc('day', now() + interval '${AHEAD_DAYS} days')`;
const HOURS = JSON.stringify(
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, [{ from: '08:00', until: '18:00' }]])),
);
const BAYS = JSON.stringify(Array.from({ length: 8 }, (_, index) => `Bay ${index + 1}`));

/** Stores the jobs. @param run runs a statement with `$1` = the shop's id and `$2` = the number of rows; people must be stored */
export async function seedBooking(run) {
  await run(`insert into jobs (shop_id, id, number, customer_id, stage, scheduled_start, scheduled_end, bay, assignee_id, created_at, version)
    select $1, gen_random_uuid(), $2::int + i, c.id, 'scheduled', t.start, t.start + interval '90 minutes', 'Bay ' || 1 + i * 5 % 8, s.id,
      now() - interval '1 year' - i * interval '1 second', 1
    from generate_series(1, 500) i
    cross join lateral (select ${MONTH_BEGINS} + interval '8 hours' + i % ${MONTH_DAYS} * interval '1 day' + i * 37 % 540 * interval '1 minute' as start) t
    join (select id, row_number() over (order by id) - 1 as n from staff where shop_id = $1) s on s.n = i * 7 % 20
    cross join (select id from customers where shop_id = $1 limit 1) c`);
}

/** Gives the shop, whose settings are stored, its bays and hours. @param run like that of `seedBooking` */
export async function seedBays(run) {
  await run(
    `update shop_settings set opening_hours = '${HOURS}', bays = '${BAYS}', booking_horizon_days = 730 where shop_id = $1`,
    null,
  );
}

/** Returns the body of a search for the free times of the month. @param run like that of `seedBooking` */
export async function bookingQuestion(run) {
  const service = await run('select id from services where shop_id = $1 and active and not addon order by id limit 1', null);
  const month = await run(`select ${MONTH_BEGINS} as begins from shops where id = $1`, null);
  const from = Date.parse(month.rows[0].begins);
  const [begins, ends] = [from, from + MONTH_DAYS * DAY_MS].map((ms) => new Date(ms).toISOString());
  return { service_ids: [service.rows[0].id], from: begins, to: ends };
}
