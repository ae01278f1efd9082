// The free times of the baseline, see baseline.mjs. The times are found by the domain's function, which availability.mjs measures.
import { availability } from '../dist/domain/booking/availability.js';
import { readJson, rows, send } from './baseline-answers.mjs';

const MINUTE_MS = 60_000;
const LOOK_BACK_MS = 32 * 1440 * MINUTE_MS;

export async function sendFreeTimes(request, response, key) {
  send(response, 200, key, `{"data":${await freeTimes(key, await readJson(request))}}`);
}

export async function freeTimes(key, { service_ids: ids, from, to }) {
  const [{ minutes, cureMinutes, rules, staff, openingHours, closures, bays }] = await rows('BOOKED_SHOP', [key.shop, ids[0]]);
  const last = Date.parse(to) + (minutes + Math.max(cureMinutes, rules.bufferMinutes)) * MINUTE_MS;
  const [first, until] = [Date.parse(from) - LOOK_BACK_MS, last].map((ms) => new Date(ms).toISOString());
  const found = availability({
    window: { from, to },
    now: new Date().toISOString(),
    timezone: key.timezone,
    rules,
    openingHours,
    closures,
    bays,
    people: staff.map(({ id, hours }) => ({ id, hours: hours ?? openingHours })),
    activeStaff: new Set(staff.map(({ id }) => id)),
    only: null,
    jobs: await rows('BOOKED_JOBS', [key.shop, first, until, from]),
    work: { minutes, cureMinutes },
  });
  const slots = found.slots.map(({ startsAt, endsAt, bay, staffId }) => ({
    starts_at: startsAt,
    ends_at: endsAt,
    bay,
    staff_id: staffId,
  }));
  const { omitted, reason } = found;
  return JSON.stringify({ timezone: key.timezone, duration_minutes: minutes, slots, omitted, reason });
}
