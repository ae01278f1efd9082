import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './calls.mjs';

/** The shop's line in the drills. */
export const LINE = '+16135550100';
const CLIENTS = 16;
/** A request that the service is too busy to take is sent so often, with this time between. */
const [TRIES, AGAIN_MS] = [20, 250];

/** Opens the hours and the limit of a shop, and gives it a line. */
export async function openTexting(sql, shop) {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const hours = JSON.stringify(Object.fromEntries(days.map((day) => [day, [{ from: '00:00', until: '24:00' }]])));
  await sql.rows(
    `insert into shop_settings (shop_id, opening_hours, texting_hours, closures, bays, texts_per_hour)
    values ($1, $2, $2, '[]', '[]', 1000000)`,
    [shop, hours],
  );
  await sql.rows(
    `insert into phone_numbers (shop_id, id, number, is_primary, is_sending, sms, voice, status, created_at)
    values ($1, gen_random_uuid(), $2, true, true, true, true, 'active', now())`,
    [shop, LINE],
  );
}

/** The nth number of a contact. */
export function contactNumber(n) {
  return `+1613${String(5_560_000 + n)}`;
}

/** Creates a customer with this name for each number. Returns their ids. */
export async function createCustomers({ url, token }, numbers, name = 'Dana Whitfield') {
  const ids = new Map();
  await inTurns([...new Set(numbers)], async (phone) => {
    const { data } = await posted({ url, token }, '/api/v1/customers', { name, phone });
    ids.set(phone, data.id);
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
  const send_at = new Date(due).toISOString();
  await inTurns(customers, (customer_id) =>
    posted(api, '/api/v1/comms/schedule_message', { channel: 'sms', body: 'Your car is ready.', send_at, customer_id }),
  );
  if (Date.now() > due) throw new Error('the texts could not be scheduled in time');
  return due;
}

/** Does the work for each item, a few at once. */
export async function inTurns(items, work, clients = CLIENTS) {
  const left = [...items].reverse();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

/** The answer to a POST. It throws for a refusal. What a busy machine could not take is sent again: nothing has changed. */
export async function posted({ url, token }, path, body, tries = TRIES) {
  const { status, text } = await call(url, token, 'POST', path, body);
  if (status === 503 && text.includes('nothing changed') && tries > 1) {
    await sleep(AGAIN_MS);
    return posted({ url, token }, path, body, tries - 1);
  }
  if (status > 201 || status === 0) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text);
}
