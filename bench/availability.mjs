import { median, table } from './report.mjs';

/** The limit of one call in µs. */
const MOST_US = 5000;
const ROUNDS = 201;
const WARM_UP = 200;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const BAYS = Array.from({ length: 8 }, (_, index) => `Bay ${index + 1}`);
const NOW = Date.UTC(2026, 9, 19, 13);
const workdays = (from, until) =>
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, [{ from, until }]]));
const OPENING_HOURS = workdays('08:00', '18:00');

/**
 * Looks for the free times of a month, for a shop with 8 bays, 20 people and 500 jobs. Prints the CPU time of one call, and its
 * ratio to a baseline that only reads the times of these jobs and writes as many slots as the answer has.
 * @returns a line for each missed limit
 */
export async function measureAvailability() {
  // The function comes from dist/, so the build must be over before it is loaded.
  const { availability } = await import('../dist/domain/booking/availability.js');
  const usual = question(90);
  const cases = [
    ['a part is free', usual],
    ['all bays are taken', question(720)],
    ['no job has a bay or an assignee', question(90, () => null)],
    ['a start every 5 minutes', { ...usual, rules: { ...usual.rules, stepMinutes: 5 } }],
  ];
  const rows = cases.map(([name, asked]) => measured(name, asked, availability));
  console.log(`\nfree times of a month, 8 bays, 20 people, 500 jobs: median CPU time of ${ROUNDS} calls\n\n${table(rows)}\n`);
  return rows.filter((row) => Number(row['µs']) > MOST_US).map(({ name }) => `availability, ${name}: more than ${MOST_US} µs`);
}

/** The clocks of the shop go back on 2026-11-01, within the month. Each person has hours of their own. */
function question(minutes, chosen = (list, index) => list[index % list.length]) {
  const people = Array.from({ length: 20 }, (_, index) => ({
    id: `person ${index}`,
    hours: workdays('08:00', `17:${10 + index}`),
  }));
  const jobs = Array.from({ length: 500 }, (_, index) => {
    // Consecutive jobs begin at different times of different days.
    const start = NOW + (index % 31) * DAY_MS + ((index * 37) % 540) * MINUTE_MS;
    return {
      scheduledStart: new Date(start).toISOString(),
      scheduledEnd: new Date(start + minutes * MINUTE_MS).toISOString(),
      bay: chosen(BAYS, index * 5),
      assigneeId: chosen(people, index * 7)?.id ?? null,
    };
  });
  return {
    window: { from: new Date(NOW).toISOString(), to: new Date(NOW + 31 * DAY_MS).toISOString() },
    now: new Date(NOW).toISOString(),
    timezone: 'America/Toronto',
    rules: { leadMinutes: 120, stepMinutes: 30, bufferMinutes: 15, horizonDays: 90 },
    openingHours: OPENING_HOURS,
    closures: ['2026-10-31'],
    bays: BAYS,
    people,
    activeStaff: new Set(people.map(({ id }) => id)),
    only: null,
    jobs,
    work: { minutes: 120, cureMinutes: 720 },
  };
}

function measured(name, asked, availability) {
  const { slots, omitted } = availability(asked);
  const [ours, theirs] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const [one, other] = [cpuOf(() => availability(asked)), cpuOf(() => baseline(asked, slots.length))];
    if (round < 0) continue;
    ours.push(one);
    theirs.push(other);
  }
  return {
    name,
    slots: slots.length + omitted,
    µs: median(ours).toFixed(0),
    'baseline µs': median(theirs).toFixed(0),
    ratio: (median(ours) / median(theirs)).toFixed(1),
  };
}

function cpuOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function baseline({ jobs }, count) {
  const times = jobs.map(({ scheduledStart, scheduledEnd }) => [Date.parse(scheduledStart), Date.parse(scheduledEnd)]);
  return Array.from({ length: count }, (_, index) => times[index].map((ms) => new Date(ms).toISOString()));
}
