import { inTurns, posted } from '../../harness/load.mjs';

/** The shop's line in the drills. */
export const LINE = '+16135550100';

/** A planted fault: a trigger that undoes the rule that nobody sends a text again whose hand-over was cut off. */
export const SEND_AGAIN = `create function send_again() returns trigger language plpgsql as $$ begin
    new.status = 'queued'; new.due_at = now(); return new;
  end $$;
  create trigger send_again before update on messages for each row
    when (new.status = 'unconfirmed' and old.attempts = 0) execute function send_again()`;

/** Counts the texts that are due or under way. */
export const UNDER_WAY = `select (select count(*) from scheduled_messages
    where status in ('scheduled', 'sending') and send_at < now() + interval '1 day')
  + (select count(*) from messages where status in ('queued', 'sending')) as n`;

/** Opens the hours and the limit of a shop, and gives it a line. */
export async function openTexting({ sql }, shop) {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const hours = JSON.stringify(Object.fromEntries(days.map((day) => [day, [{ from: '00:00', until: '24:00' }]])));
  await sql.rows('update shop_settings set opening_hours = $2, texting_hours = $2, texts_per_hour = 1000000 where shop_id = $1', [
    shop.id,
    hours,
  ]);
  await sql.rows(
    `insert into phone_numbers (shop_id, id, number, is_primary, is_sending, sms, voice, status, created_at)
    values ($1, gen_random_uuid(), $2, true, true, true, true, 'active', now())`,
    [shop.id, LINE],
  );
}

/** The nth number of a contact. */
export function contactNumber(n) {
  return `+1613${String(5_560_000 + n)}`;
}

export function contactNumbers(amount) {
  return Array.from({ length: amount }, (_, n) => contactNumber(n));
}

/** Creates a customer for each number. Returns their ids. */
export async function createCustomers(api, numbers) {
  const ids = new Map();
  await inTurns(new Set(numbers), async (phone) => {
    ids.set(phone, (await posted(api, '/api/v1/customers', { name: 'Dana Whitfield', phone })).data.id);
  });
  return numbers.map((number) => ids.get(number));
}

/**
 * Schedules a text for each customer, all for one instant.
 * @param soonMs the time from now to this instant
 * @returns the instant in milliseconds
 */
export async function scheduleTexts(api, customers, soonMs) {
  const due = Date.now() + soonMs;
  const text = { channel: 'sms', body: 'Your car is ready.', send_at: new Date(due).toISOString() };
  await inTurns(customers, (customer_id) => posted(api, '/api/v1/comms/schedule_message', { ...text, customer_id }));
  if (Date.now() > due) throw new Error('the texts could not be scheduled in time');
  return due;
}
