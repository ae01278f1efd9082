import fc from 'fast-check';
import { WEEKDAYS, type HourWindow, type WeeklyHours } from '../../../domain/access/shop.js';
import { availability, nearestStarts } from '../../../domain/booking/availability.js';
import type { Availability, BookedJob, BookingQuestion, NearestStarts } from '../../../domain/booking/booking.js';
import { askedStarts } from '../../../domain/booking/open-times.js';
import { instantOf, later, millisOf, type Instant, type TimeWindow } from '../../../domain/shared/instant.js';
import { availabilityModel, wallTable, type WallTable } from './booking-model.js';
import { aBookingQuestion, staffId } from '../../support/builders/a-booking.js';
import { clockChanges, type ClockChange } from '../../support/clock-changes.js';
import { wallClock } from '../../support/wall-clock.js';

const MINUTE = 60_000;
const HOUR = 60;
const WEEK = 7 * 24 * HOUR * MINUTE;
/** The table begins before the windows that reach into the hours that are asked about, and has the ends of all works. */
const TABLE = { from: -31 * HOUR, length: 46 * HOUR };
const ASKED = { from: -6 * HOUR, to: 8 * HOUR };
const BAYS = ['Bay 1', 'Bay 2', 'Bay 3'];
const PEOPLE = ['Ana', 'Ben', 'Cem'].map(staffId);
const MANAGER = staffId('manager');

/** Zones whose clocks show the same around their change. One table is valid for all of them. */
interface Group {
  readonly timezones: readonly string[];
  /** the minute of the change, since 1970 */
  readonly change: number;
}

function groupsOf(changes: readonly ClockChange[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { timezone, at } of changes) {
    const change = millisOf(at) / MINUTE;
    const shown = [TABLE.from, -1, 0, TABLE.from + TABLE.length].map((minute) => wallClock((change + minute) * MINUTE, timezone));
    const key = JSON.stringify([change, shown]);
    groups.set(key, { change, timezones: [...(groups.get(key)?.timezones ?? []), timezone] });
  }
  return [...groups.values()];
}

/** Hours with windows that touch, are in any order, and begin and end near the change or anywhere. */
function hoursNear({ wall }: WallTable): fc.Arbitrary<WeeklyHours> {
  const near = fc.nat(6 * HOUR).map((minute) => wall[-TABLE.from - 3 * HOUR + minute]!.time);
  const rough = fc.constantFrom('00:00', '07:30', '08:00', '12:00', '17:00', '24:00');
  const windows = fc.uniqueArray(fc.oneof(near, rough), { minLength: 2, maxLength: 4 }).chain((times) => {
    const [first, second, third, fourth] = times.sort();
    const pairs = [[first, second], ...(third ? [fourth ? [third, fourth] : [second, third]] : [])];
    return fc.shuffledSubarray(
      pairs.map(([from, until]): HourWindow => ({ from: from!, until: until! })),
      { minLength: 1 },
    );
  });
  const wholeDay = fc.constant([{ from: '00:00', until: '24:00' }]);
  const day = fc.oneof(
    { weight: 4, arbitrary: windows },
    { weight: 5, arbitrary: wholeDay },
    { weight: 1, arbitrary: fc.constant([]) },
  );
  return fc.record(Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, day])));
}

/** An instant of the table, sometimes not at the beginning of a minute. */
function instantIn({ first }: WallTable, from: number, to: number): fc.Arbitrary<Instant> {
  const part = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.constantFrom(1, 30_000));
  return fc
    .tuple(fc.integer({ min: from - TABLE.from, max: to - TABLE.from }), part)
    .map(([minute, ms]) => instantOf((first + minute) * MINUTE + ms));
}

function jobNear(table: WallTable): fc.Arbitrary<BookedJob> {
  return fc
    .record({
      start: instantIn(table, TABLE.from, ASKED.to),
      minutes: fc.oneof(fc.constantFrom(null, 0, -60), fc.integer({ min: 1, max: 6 * HOUR })),
      bay: fc.constantFrom(null, 'Bay 9', ...BAYS),
      assigneeId: fc.constantFrom(null, MANAGER, staffId('gone'), ...PEOPLE),
    })
    .map(({ start, minutes, ...rest }) => {
      const scheduledEnd = minutes === null ? null : instantOf(millisOf(start) + minutes * MINUTE);
      return { scheduledStart: start, scheduledEnd, ...rest };
    });
}

function questionNear(table: WallTable, timezone: string): fc.Arbitrary<BookingQuestion> {
  const hours = hoursNear(table);
  const dates = [...new Set(table.wall.map(({ date }) => date))];
  return fc
    .record({
      timezone: fc.constant(timezone),
      asked: fc.tuple(instantIn(table, ASKED.from, ASKED.to - HOUR), fc.integer({ min: HOUR, max: 14 * HOUR })),
      now: instantIn(table, -60 * HOUR, ASKED.from + 4 * HOUR),
      rules: fc.record({
        leadMinutes: fc.constantFrom(0, 0, 45, 45, 600),
        stepMinutes: fc.constantFrom(1, 7, 15, 30, 45, 60, 90),
        bufferMinutes: fc.constantFrom(0, 0, 10, 75),
        horizonDays: fc.constantFrom(1, 3, 90, 90, 90),
      }),
      openingHours: hours,
      closures: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, fc.subarray(dates, { maxLength: 2 })),
      bays: fc.subarray(BAYS),
      ids: fc.oneof({ weight: 20, arbitrary: fc.subarray(PEOPLE, { minLength: 1 }) }, fc.subarray(PEOPLE, { maxLength: 0 })),
      ownHours: fc.array(fc.oneof(hours, fc.constant(null)), { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
      jobs: fc.array(jobNear(table), { maxLength: 8 }),
      work: fc.record({ minutes: fc.constantFrom(1, 15, 40, 60, 90, 200), cureMinutes: fc.constantFrom(0, 0, 20, 700) }),
      isOnly: fc.constantFrom(false, false, true),
    })
    .map(({ asked: [from, length], ids, ownHours, isOnly, ...rest }) => {
      const to = instantOf(Math.min(millisOf(from) + length * MINUTE, (table.first - TABLE.from + ASKED.to) * MINUTE));
      const people = ids.map((id, index) => ({ id, hours: ownHours[index] ?? rest.openingHours }));
      const only = (isOnly && ids.at(-1)) || null;
      return aBookingQuestion({ ...rest, window: { from, to }, people, only, activeStaff: new Set([...ids, MANAGER]) });
    });
}

/** The free starts next to the window, as two questions of their own. The last one is not known if not all slots are answered. */
function nearestTo(question: BookingQuestion): NearestStarts {
  const { from, to } = question.window;
  const answer = (window: TimeWindow): Availability => {
    const asked = askedStarts({ ...question, window });
    return asked.inSteps ? availability({ ...question, window }, asked) : { slots: [], omitted: 0, reason: null };
  };
  const [before, after] = [answer({ from: later(from, -WEEK), to: from }), answer({ from: to, to: later(to, WEEK) })];
  return {
    before: before.omitted > 0 ? expect.any(String) : (before.slots.at(-1)?.startsAt ?? null),
    after: after.slots[0]?.startsAt ?? null,
  };
}

describe('in every time zone whose clocks have changed since 2020, around the last change of each kind', () => {
  const changes = clockChanges('2020-01-01T00:00:00Z', '2027-01-01T00:00:00Z');

  it('the answers agree with tables of minutes and bays, and of minutes and people', () => {
    const visited = new Set<string>();
    let withSlots = 0;
    for (const { change, timezones } of groupsOf(changes)) {
      const table = wallTable(change + TABLE.from, TABLE.length, timezones[0]!);
      for (const [index, timezone] of timezones.entries()) {
        visited.add(timezone);
        // With a bias, which prefers small values, most questions would be about a few minutes.
        fc.assert(
          fc.property(fc.noBias(questionNear(table, timezone)), (question) => {
            const expected = availabilityModel(question, table);
            if (expected.slots.length > 0) withSlots += 1;
            expect(availability(question)).toEqual(expected);
            if (expected.reason !== null) expect(nearestStarts(question)).toEqual(nearestTo(question));
          }),
          { numRuns: index === 0 ? 3 : 1 },
        );
      }
    }
    expect(visited).toEqual(new Set(changes.map(({ timezone }) => timezone)));
    expect(withSlots).toBeGreaterThan(100);
  }, 30_000);
});
