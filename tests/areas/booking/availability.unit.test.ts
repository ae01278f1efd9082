import type { WeeklyHours } from '../../../domain/access/shop.js';
import { availability, nearestStarts, periodAround, periodOfJobs } from '../../../domain/booking/availability.js';
import type { BookingQuestion, BookingRules, NoSlotReason } from '../../../domain/booking/booking.js';
import { later } from '../../../domain/shared/instant.js';
import { writtenLocally } from '../../../domain/shared/time-zone.js';
import { aBookedJob, aBookingQuestion, aPerson, staffId } from '../../support/builders/a-booking.js';
import { at } from '../../support/test-clock.js';

const RULES: BookingRules = aBookingQuestion().rules;
const between = (from: string, to: string): BookingQuestion['window'] => ({ from: at(from), to: at(to) });
const sunday = (from: string, until: string): WeeklyHours => ({ sun: [{ from, until }] });

/** The local times of the starts: `09:00`. */
function starts(fields: Partial<BookingQuestion> = {}): string[] {
  const question = aBookingQuestion(fields);
  return availability(question).slots.map(({ startsAt }) => writtenLocally(startsAt, question.timezone).slice(11, 16));
}

/** The bays and the people of the slots that begin at a local time. */
function places(time: string, fields: Partial<BookingQuestion>): (readonly [string | null, string])[] {
  const question = aBookingQuestion(fields);
  const slots = availability(question).slots.filter(({ startsAt }) => writtenLocally(startsAt, question.timezone).includes(time));
  return slots.map(({ bay, staffId: person }) => [bay, person]);
}

const reason = (fields: Partial<BookingQuestion>): string | null => availability(aBookingQuestion(fields)).reason;

describe('the slots of a booking', () => {
  it('are in steps over the opening hours, and the work ends before the shop closes', () => {
    expect(starts({ work: { minutes: 150, cureMinutes: 0 } })).toEqual(
      '08:00 09:00 10:00 11:00 12:00 13:00 14:00 15:00'.split(' '),
    );
    expect(availability(aBookingQuestion()).slots[0]).toEqual({
      startsAt: at('2026-03-03T08:00:00-05:00'),
      endsAt: at('2026-03-03T09:00:00-05:00'),
      bay: 'Bay 1',
      staffId: 'Ana',
    });
  });

  it('begin in the window that was asked for, whose end is not part of it', () => {
    expect(starts({ window: between('2026-03-03T10:30:00-05:00', '2026-03-03T13:00:00-05:00') })).toEqual(['11:00', '12:00']);
    expect(starts({ window: between('2026-03-03T11:00:00-05:00', '2026-03-03T13:00:00.001-05:00') })).toEqual(
      '11:00 12:00 13:00'.split(' '),
    );
  });

  it('begin after the lead time, and up to the last day of the horizon', () => {
    const today = between('2026-03-02T00:00:00-05:00', '2026-03-03T00:00:00-05:00');
    expect(starts({ window: today })[0]).toBe('12:00');
    expect(starts({ window: today, now: at('2026-03-02T10:00:00.001-05:00') })[0]).toBe('13:00');
    expect(starts({ rules: { ...RULES, horizonDays: 1 } })).toHaveLength(10);
    expect(starts({ rules: { ...RULES, horizonDays: 0 } })).toEqual([]);
  });

  it('lie within one window of the opening hours and one of the person’s', () => {
    const openingHours: WeeklyHours = {
      tue: [
        { from: '08:00', until: '12:00' },
        { from: '12:00', until: '15:30' },
      ],
    };
    const work = { minutes: 120, cureMinutes: 0 };
    expect(starts({ openingHours, work })).toEqual('08:00 09:00 10:00 12:00 13:00'.split(' '));
    const people = [aPerson('Ana', { tue: [{ from: '09:30', until: '12:30' }] })];
    expect(starts({ openingHours, work, people })).toEqual(['10:00']);
  });

  it('hold bay and person until the end of the buffer, which may pass the end of the window', () => {
    const rules = { ...RULES, bufferMinutes: 30 };
    const jobs = [aBookedJob({ scheduledStart: at('2026-03-03T12:15:00-05:00'), bay: 'Bay 1' })];
    expect(starts({ rules })).toContain('17:00');
    expect(starts({ rules, jobs })).toEqual('08:00 09:00 10:00 14:00 15:00 16:00 17:00'.split(' '));
  });

  it('keep the bay, but not the person, for the cure time, also overnight', () => {
    const work = { minutes: 60, cureMinutes: 12 * 60 };
    const early = { scheduledStart: at('2026-03-04T05:30:00-05:00') };
    expect(starts({ work, jobs: [aBookedJob({ ...early, bay: 'Bay 1', assigneeId: staffId('Ana') })] }).at(-1)).toBe('16:00');
    expect(starts({ work, jobs: [aBookedJob({ ...early, bay: 'Bay 1' })], bays: ['Bay 1', 'Bay 2'] })).toHaveLength(10);
    expect(starts({ work, jobs: [aBookedJob({ ...early, assigneeId: staffId('Ana') })], bays: [] })).toHaveLength(10);
  });

  it('name the first bay and the first person that are free', () => {
    const two = { bays: ['Bay 1', 'Bay 2'], people: [aPerson('Ana'), aPerson('Ben')] };
    expect(places('T09:00', two)).toEqual([['Bay 1', 'Ana']]);
    expect(places('T09:00', { ...two, jobs: [aBookedJob({ bay: 'Bay 1' })] })).toEqual([['Bay 2', 'Ben']]);
    expect(places('T09:00', { ...two, jobs: [aBookedJob({ assigneeId: staffId('Ben') })] })).toEqual([['Bay 2', 'Ana']]);
    expect(places('T09:00', { ...two, only: staffId('Ben') })).toEqual([['Bay 1', 'Ben']]);
  });

  it('need no bay in a shop without bays', () => {
    expect(places('T09:00', { bays: [] })).toEqual([[null, 'Ana']]);
    expect(places('T09:00', { bays: [], jobs: [aBookedJob({ bay: 'Bay 1' })] })).toEqual([]);
  });

  it('are at most 200, and those that are left out are counted', () => {
    const { slots, omitted } = availability(
      aBookingQuestion({ window: between('2026-03-03T00:00:00-05:00', '2026-04-03T00:00:00-04:00') }),
    );
    expect([slots.length, omitted]).toEqual([200, 30]);
  });
});

describe('a job that is booked already', () => {
  it('lasts an hour if it has no end', () => {
    const at9 = aBookedJob();
    expect(starts({ jobs: [at9] })).not.toContain('09:00');
    expect(starts({ jobs: [at9] })).toContain('10:00');
    expect(starts({ jobs: [aBookedJob({ scheduledEnd: at9.scheduledStart })] })).toEqual(starts({ jobs: [at9] }));
    expect(starts({ jobs: [aBookedJob({ scheduledEnd: at('2026-03-03T10:00:00.001-05:00') })] })).not.toContain('10:00');
  });

  it('takes one of the bays if its own is unknown, and changes bays only if none is free for all of it', () => {
    const bays = ['Bay 1', 'Bay 2'];
    const people = [aPerson('Ana'), aPerson('Ben'), aPerson('Cem')];
    const long = aBookedJob({ scheduledEnd: at('2026-03-03T11:00:00-05:00'), bay: 'Bay 9' });
    const first = aBookedJob({ scheduledStart: at('2026-03-03T10:00:00-05:00'), bay: 'Bay 1' });
    const second = aBookedJob({ bay: 'Bay 2' });
    expect(places('T09:00', { bays, people, jobs: [long, first] })).toEqual([['Bay 1', 'Ben']]);
    expect(places('T10:00', { bays, people, jobs: [long, first] })).toEqual([]);
    expect(places('T09:00', { bays, people, jobs: [long, first, second] })).toEqual([]);
    expect(places('T11:00', { bays, people, jobs: [long, first, second] })).toEqual([['Bay 1', 'Ana']]);
  });

  it('takes somebody who works then if its assignee is not active', () => {
    const early = aPerson('Ana', { tue: [{ from: '08:00', until: '09:30' }] });
    const people = [early, aPerson('Ben'), aPerson('Cem')];
    const jobs = [aBookedJob({ assigneeId: staffId('gone') })];
    expect(places('T08:00', { people, jobs, bays: [] })).toEqual([[null, 'Ana']]);
    expect(places('T09:00', { people, jobs, bays: [] })).toEqual([[null, 'Cem']]);
  });

  it('takes nobody if its assignee is active and not one of the people', () => {
    const people = [aPerson('Ana')];
    const activeStaff = new Set([staffId('Ana'), staffId('manager')]);
    const jobs = [aBookedJob({ assigneeId: staffId('manager') })];
    expect(places('T09:00', { people, activeStaff, jobs, bays: [] })).toEqual([[null, 'Ana']]);
  });

  it('matters until the last work, its buffer and its cure time are over', () => {
    const { window, rules } = aBookingQuestion({ rules: { ...RULES, bufferMinutes: 45 } });
    const asked = (cureMinutes: number) => ({ window, rules, work: { minutes: 60, cureMinutes } });
    expect(periodOfJobs(asked(0))).toEqual({ from: window.from, to: at('2026-03-04T01:45:00-05:00') });
    expect(periodOfJobs(asked(60))).toEqual({ from: window.from, to: at('2026-03-04T02:00:00-05:00') });
    expect(periodAround(asked(0))).toEqual({ from: at('2026-02-24T00:00:00-05:00'), to: at('2026-03-11T02:45:00-04:00') });
  });
});

describe('when the clocks change, a window', () => {
  const change = (day: string, openingHours: WeeklyHours, minutes = 30): string[] =>
    starts({
      window: between(`${day}T00:00:00-04:00`, `${day}T23:59:00-05:00`),
      now: at('2026-03-01T00:00:00Z'),
      openingHours,
      people: [aPerson('Ana', { sun: [{ from: '00:00', until: '24:00' }] })],
      rules: { ...RULES, stepMinutes: 30, horizonDays: 300 },
      work: { minutes, cureMinutes: 0 },
    });

  it('begins with the first minute that exists', () => {
    expect(change('2026-03-08', sunday('02:15', '04:15'))).toEqual(['03:00', '03:30']);
  });

  it('is as long as its clocks say', () => {
    expect(change('2026-03-08', sunday('01:00', '04:00'), 120)).toEqual(['01:00']);
    expect(change('2026-11-01', sunday('00:00', '02:00'), 180)).toEqual(['00:00']);
  });

  it('counts twice in an hour that is repeated', () => {
    expect(change('2026-11-01', sunday('01:15', '01:45'))).toEqual(['01:15', '01:15']);
    expect(change('2026-11-01', sunday('01:00', '02:00'), 60)).toEqual(['01:00', '01:30', '01:00']);
  });
});

describe('a window between two steps', () => {
  const quarter = between('2026-03-03T08:45:00-05:00', '2026-03-03T09:00:00-05:00');
  const hour = (day: string, time: string, minutes = 60) => {
    const scheduledStart = at(`2026-03-${day}T${time}:00-05:00`);
    return aBookedJob({ scheduledStart, scheduledEnd: later(scheduledStart, minutes * 60_000) });
  };

  it('is answered for its own beginning', () => {
    expect(starts({ window: quarter })).toEqual(['08:45']);
    expect(starts({ window: between('2026-03-03T16:30:00-05:00', '2026-03-03T17:00:00-05:00') })).toEqual(['16:30']);
  });

  it('has seconds if it has no whole minute', () => {
    const seconds = between('2026-03-03T08:45:30-05:00', '2026-03-03T08:46:00-05:00');
    const { slots, reason } = availability(aBookingQuestion({ window: seconds }));
    expect([slots.map(({ startsAt }) => startsAt), reason]).toEqual([[at('2026-03-03T08:45:30-05:00')], null]);
    const third = between('2026-03-03T08:45:20.001-05:00', '2026-03-03T08:45:20.002-05:00');
    expect(availability(aBookingQuestion({ window: third })).slots).toMatchObject([{ startsAt: third.from }]);
    // Its step is before the window.
    const nine = between('2026-03-03T09:00:30-05:00', '2026-03-03T09:01:00-05:00');
    expect(availability(aBookingQuestion({ window: nine })).slots).toMatchObject([{ startsAt: nine.from }]);
  });

  it('names the nearest free starts if its beginning is taken', () => {
    const nearest = (fields: Partial<BookingQuestion>) => nearestStarts(aBookingQuestion({ window: quarter, ...fields }));
    expect(nearest({ jobs: [hour('03', '09:00')] })).toEqual({
      before: at('2026-03-03T08:00:00-05:00'),
      after: at('2026-03-03T10:00:00-05:00'),
    });
    expect(nearest({ jobs: [hour('02', '12:00', 24 * 60)] })).toEqual({ before: null, after: at('2026-03-03T12:00:00-05:00') });
    expect(nearest({ jobs: [hour('02', '12:00', 9 * 24 * 60)] })).toEqual({ before: null, after: null });
    expect(nearest({ jobs: [hour('03', '08:45', 120)], openingHours: { tue: [{ from: '08:00', until: '10:00' }] } })).toEqual({
      before: null,
      after: at('2026-03-10T08:00:00-04:00'),
    });
  });
});

describe('the reason why there are no slots', () => {
  const taken = aBookedJob({ scheduledStart: at('2026-03-03T08:00:00-05:00'), scheduledEnd: at('2026-03-03T18:00:00-05:00') });
  const window = (from: string, to: string): Partial<BookingQuestion> => ({ window: between(from, to) });
  const endingIn = (time: string) =>
    aBookedJob({ scheduledStart: at('2026-03-03T08:00:00-05:00'), scheduledEnd: at(`2026-03-03T${time}-05:00`) });
  /** The compiler asks for each new reason here. */
  const cases: Readonly<Record<NoSlotReason, readonly (readonly [string, Partial<BookingQuestion>])[]>> = {
    no_staff: [['nobody is there', { people: [], openingHours: {} }]],
    longer_than_opening_hours: [['no day is as long as the work', { work: { minutes: 601, cureMinutes: 0 } }]],
    too_soon: [
      ['the window is over', window('2026-03-01T00:00:00-05:00', '2026-03-01T12:00:00-05:00')],
      ['the lead time is not', window('2026-03-02T08:00:00-05:00', '2026-03-02T12:00:00-05:00')],
      [
        'only the start of the window was open',
        { ...window('2026-03-02T08:00:00-05:00', '2026-03-03T00:00:00-05:00'), now: at('2026-03-02T16:00:00-05:00') },
      ],
    ],
    too_far_ahead: [
      ['the window is behind the horizon', { rules: { ...RULES, horizonDays: 0 } }],
      [
        'only the days behind the horizon are open',
        { ...window('2026-03-02T22:00:00-05:00', '2026-03-04T00:00:00-05:00'), rules: { ...RULES, horizonDays: 0 } },
      ],
    ],
    closed: [
      ['it is night', window('2026-03-03T19:00:00-05:00', '2026-03-04T07:00:00-05:00')],
      ['the day is closed', { closures: ['2026-03-03'] }],
      ['the shop has no hours', { openingHours: {} }],
    ],
    no_start_then: [
      [
        'the beginning of a window between two steps is taken',
        { ...window('2026-03-03T08:45:00-05:00', '2026-03-03T09:00:00-05:00'), jobs: [taken] },
      ],
      [
        'a job ends within the only minute of a window of seconds',
        { ...window('2026-03-03T08:45:30-05:00', '2026-03-03T08:46:00-05:00'), jobs: [endingIn('08:45:40')] },
      ],
    ],
    ends_after_closing: [
      [
        'the day is too short',
        { ...window('2026-03-03T17:00:00-05:00', '2026-03-04T00:00:00-05:00'), work: { minutes: 90, cureMinutes: 0 } },
      ],
    ],
    nobody_works: [
      ['the person is off', { people: [aPerson('Ana', {})] }],
      ['the person who was asked for is off', { people: [aPerson('Ana'), aPerson('Ben', {})], only: staffId('Ben') }],
    ],
    fully_booked: [
      ['the bay is taken', { jobs: [taken] }],
      ['the person is taken', { bays: [], jobs: [taken] }],
    ],
  };

  it.each(Object.entries(cases).flatMap(([word, some]) => some.map(([fact, fields]) => [word, fact, fields] as const)))(
    'is %s if %s',
    (word, _, fields) => {
      expect(reason(fields)).toBe(word);
    },
  );

  it.each<[string, Partial<BookingQuestion>]>([
    ['there are slots', {}],
    ['the beginning of a window between two steps is free', window('2026-03-03T08:45:00-05:00', '2026-03-03T09:00:00-05:00')],
  ])('is null if %s', (_, fields) => {
    expect(reason(fields)).toBeNull();
  });
});
