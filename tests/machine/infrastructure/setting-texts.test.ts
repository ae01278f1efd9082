import fc from 'fast-check';
import {
  STANDARD_SETTINGS,
  WEEKDAYS,
  type HourWindow,
  type ShopSettings,
  type WeeklyHours,
} from '../../../domain/access/shop.js';
import { normalizeEmail } from '../../../domain/shared/contact.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { printSettings, readSetting, SETTING_NAMES } from '../../../infrastructure/cli/setting-texts.js';

/** Returns the text that the service prints for a setting that was typed in this way. */
function printed(name: (typeof SETTING_NAMES)[number], typed: string): string {
  return printSettings({ ...STANDARD_SETTINGS, ...readSetting(name, typed) })[name];
}

function refusal(name: string, typed: string): string {
  try {
    readSetting(name, typed);
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
  throw new Error(`${typed} was not refused`);
}

describe('the text of opening or texting hours', () => {
  it.each([
    ['mon-fri 08:00-18:00; sat 09:00-13:00', 'mon-fri 08:00-18:00; sat 09:00-13:00'],
    ['MON – Fri 8:00 - 12:00 , 13:00-17:00 ;', 'mon-fri 08:00-12:00,13:00-17:00'],
    ['mon 13:00-17:00,08:00-12:00', 'mon 08:00-12:00,13:00-17:00'],
    ['sun 00:00-24:00', 'sun 00:00-24:00'],
    ['fri-mon 10:00-16:00', 'mon,fri-sun 10:00-16:00'],
    ['mon,wed-thu 10:00-16:00;tue closed', 'mon,wed-thu 10:00-16:00'],
    ['sun 10:00-16:00; mon 10:00-16:00', 'mon,sun 10:00-16:00'],
    ['mon 08:00-12:00,12:00-13:00', 'mon 08:00-12:00,12:00-13:00'],
    ['mon-mon 09:00-10:00', 'mon 09:00-10:00'],
    ['', 'closed'],
    ['  ', 'closed'],
    [';', 'closed'],
    ['Closed', 'closed'],
    ['mon-sun closed', 'closed'],
  ])('reads %j and prints it as %j', (typed, text) => {
    expect(printed('opening_hours', typed)).toBe(text);
  });

  it.each([
    ['mon', '"mon" must be days and hours'],
    ['mon-fri 08:00-18:00 sat 09:00-13:00', 'must be days and hours'],
    ['08:00-18:00', 'must be days and hours'],
    ['day 08:00-18:00', '"day" is not one of mon'],
    ['mon-tue-wed 08:00-18:00', '"mon-tue-wed" is not one of'],
    ['mon- 08:00-18:00', 'must be days and hours'],
    ['-mon 08:00-18:00', '"-mon" is not one of'],
    ['constructor 08:00-18:00', '"constructor" is not one of'],
    ['mon 25:00-26:00', 'two times of the day'],
    ['mon 08:00', 'two times of the day'],
    ['mon 08:00-18:60', 'two times of the day'],
    ['mon 8-18', 'two times of the day'],
    ['mon 24:00-24:00', 'two times of the day'],
    ['mon 08:00-10:00-12:00', 'two times of the day'],
    ['mon 08:00-10:00,', 'two times of the day'],
    ['mon 08:00-24:01', 'two times of the day'],
    ['mon 18:00-08:00', 'must end after it begins'],
    ['mon 08:00-08:00', 'must end after it begins'],
    ['mon 08:00-12:00,11:59-13:00', 'has hours that overlap'],
    ['mon 08:00-12:00,08:00-12:00', 'has hours that overlap'],
    ['mon 10:00-11:00,08:00-18:00', 'has hours that overlap'],
    ['mon-fri 08:00-12:00; wed 13:00-14:00', 'wed is named twice'],
    ['sat-mon,sun 08:00-12:00', 'sun is named twice'],
  ])('is refused for %j: %s', (typed, reason) => {
    for (const name of ['opening_hours', 'texting_hours']) {
      expect(refusal(name, typed)).toMatch(new RegExp(`^${name}: `));
      expect(refusal(name, typed)).toContain(reason);
    }
  });
});

describe('the text of closures', () => {
  it.each([
    ['2026-12-25,2026-12-26..2027-01-02', '2026-12-25..2027-01-02'],
    [' 2027-07-01 , 2026-12-25 , 2027-07-01 ', '2026-12-25,2027-07-01'],
    ['2028-02-28..2028-03-01', '2028-02-28..2028-03-01'],
    ['2026-12-25..2026-12-25', '2026-12-25'],
    ['9999-12-31', '9999-12-31'],
    ['', 'none'],
    ['none', 'none'],
  ])('reads %j and prints it as %j', (typed, text) => {
    expect(printed('closures', typed)).toBe(text);
  });

  it('is stored as single days', () => {
    expect(readSetting('closures', '2028-02-28..2028-03-01')).toEqual({ closures: ['2028-02-28', '2028-02-29', '2028-03-01'] });
  });

  it.each([
    ['2026-02-29', 'is not a day'],
    ['christmas', 'is not a day'],
    ['2026-12-25,', 'is not a day'],
    ['2026-1-5', 'is not a day'],
    ['2026-12-25T00:00:00Z', 'is not a day'],
    ['2026-12-25..', 'is not a day'],
    ['2026-12-25..2026-12-26..2026-12-27', 'is not a day'],
    ['2027-01-02..2026-12-26', 'ends before it begins'],
    ['1970-01-01..9999-12-31', 'at most 400 days'],
    ['2026-01-01..2026-12-31,2028-01-01..2028-12-31', 'at most 400 days'],
  ])('is refused for %j: %s', (typed, reason) => {
    expect(refusal('closures', typed)).toMatch(/^closures: /);
    expect(refusal('closures', typed)).toContain(reason);
  });
});

describe('the text of bays', () => {
  it.each([
    ['Bay 1,Bay 2', 'Bay 1,Bay 2'],
    [' Bay 1 , Lift ', 'Bay 1,Lift'],
    ['', 'none'],
    ['none', 'none'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('reads %j and prints it as %j', (typed, text) => {
    expect(printed('bays', typed)).toBe(text);
  });

  it.each([
    ['Bay 1,,Bay 2', 'each name must be'],
    ['Bay 1,', 'each name must be'],
    ['x'.repeat(61), 'each name must be'],
    ['a\nb', 'each name must be'],
    ['Bay 1,bay 1', 'bay 1 is named twice'],
    [Array.from({ length: 101 }, (_, n) => n).join(','), 'at most 100'],
  ])('is refused for %j: %s', (typed, reason) => {
    expect(refusal('bays', typed)).toMatch(/^bays: /);
    expect(refusal('bays', typed)).toContain(reason);
  });
});

it('the text of a messaging service is an id of one line, or none', () => {
  expect(['MG0123', ' MG0123 ', '', 'none'].map((typed) => readSetting('messaging_service', typed))).toEqual(
    ['MG0123', 'MG0123', null, null].map((messagingService) => ({ messagingService })),
  );
  expect(refusal('messaging_service', 'x'.repeat(101))).toMatch(/^messaging_service: /);
});

describe('the texts of the settings for sending', () => {
  it.each([
    ['texts_per_hour', ' 1 ', '1'],
    ['texts_per_hour', '1000000', '1000000'],
    ['reply_pointer', '  Call\tus: 613 555 0100. ', 'Call us: 613 555 0100.'],
    ['reply_pointer', 'é'.repeat(160), 'é'.repeat(160)],
    ['reply_pointer', 'Write to desk@example.com', 'Write to desk@example.com'],
    ['reply_to', ' Desk@Example.com ', 'desk@example.com'],
    ['reply_to', '', 'none'],
    ['reply_to', 'none', 'none'],
    ['keep_messages_months', ' 12 ', '12'],
    ['keep_messages_months', 'none', 'none'],
    ['keep_recordings_months', '', 'none'],
  ] as const)('%s is read from %j and printed as %j', (name, typed, text) => {
    expect(printed(name, typed)).toBe(text);
  });

  it.each<[name: string, wrong: readonly string[], reason: string]>([
    ['texts_per_hour', ['', '0', '-1', '1.5', '1e3', '1000001', '99999999', 'many', 'none'], '1 to 1000000'],
    ['keep_transcripts_months', ['0', '1201', '1.5', 'a year'], '1 to 1200'],
    ['reply_pointer', ['', ' ', 'none'], 'cannot be empty'],
    ['reply_pointer', ['x'.repeat(161)], 'at most 160'],
    ['reply_pointer', ['one\ntwo'], 'must be one line'],
    ['reply_pointer', ['bell\u0007'], 'control characters'],
    ['reply_pointer', ['See shop.example.com'], 'must not contain a link'],
    ['reply_to', ['desk'], 'is not an email address'],
    ['reply_to', ['desk@example.com\r\nBcc: all@example.com'], 'must be one line'],
    ['reply_to', [`${'x'.repeat(400)}@example.com`], 'at most 320'],
  ])('%s is refused for %j: %s', (name, wrong, reason) => {
    for (const typed of wrong) {
      expect(refusal(name, typed)).toMatch(new RegExp(`^${name}: `));
      expect(refusal(name, typed)).toContain(reason);
    }
  });
});

describe('the texts of the settings for booking', () => {
  it.each([
    ['booking_lead_minutes', 0, 43_200],
    ['booking_step_minutes', 5, 1440],
    ['booking_buffer_minutes', 0, 1440],
    ['booking_horizon_days', 1, 730],
  ] as const)('%s is a whole number from %i to %i', (name, min, max) => {
    for (const number of [min, max]) expect(printed(name, ` ${number} `)).toBe(String(number));
    for (const wrong of ['', 'none', '-1', '+60', '7.5', '1e2', 'an hour', String(min - 1), String(max + 1), '99999999']) {
      expect(refusal(name, wrong)).toBe(`${name}: must be a whole number from ${min} to ${max}`);
    }
  });
});

it('a setting with an unknown name is not read', () => {
  expect(['hours', 'Opening_hours', 'constructor', ''].map((name) => readSetting(name, ''))).toEqual([null, null, null, null]);
});

describe('the settings of a shop', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 });
  const windows: fc.Arbitrary<HourWindow[]> = fc.uniqueArray(minute, { minLength: 2, maxLength: 8 }).map((minutes) => {
    const times = minutes
      .sort((one, other) => one - other)
      .map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`);
    return times.flatMap((from, index) =>
      index % 2 === 0 && times[index + 1] !== undefined ? [{ from, until: times[index + 1]! }] : [],
    );
  });
  const hours: fc.Arbitrary<WeeklyHours> = fc.record(
    Object.fromEntries(WEEKDAYS.map((day) => [day, fc.oneof(windows, fc.constant([{ from: '08:00', until: '24:00' }]))])),
    { requiredKeys: [] },
  );
  const day = fc.integer({ min: 20_000, max: 20_060 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
  const months = fc.option(fc.integer({ min: 1, max: 1200 }));
  const settings: fc.Arbitrary<ShopSettings> = fc.record({
    openingHours: hours,
    textingHours: hours,
    closures: fc.uniqueArray(day).map((days) => days.sort()),
    bays: fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z0-9 ]{0,8}[a-z0-9]$/), { selector: (bay) => bay.toLowerCase() }),
    messagingService: fc.option(fc.stringMatching(/^MG[0-9a-f]{1,20}$/)),
    textsPerHour: fc.integer({ min: 1, max: 1_000_000 }),
    replyPointer: fc.stringMatching(/^[A-Z][a-z0-9 ]{0,40}[a-z0-9]\.$/).filter((text) => !text.includes('  ')),
    replyTo: fc.option(fc.constantFrom('desk@example.com', 'a.b+c@example.co.uk').map(normalizeEmail)),
    bookingLeadMinutes: fc.integer({ min: 0, max: 43_200 }),
    bookingStepMinutes: fc.integer({ min: 5, max: 1440 }),
    bookingBufferMinutes: fc.integer({ min: 0, max: 1440 }),
    bookingHorizonDays: fc.integer({ min: 1, max: 730 }),
    keepRecordingsMonths: months,
    keepTranscriptsMonths: months,
    keepMessagesMonths: months,
  });

  it('are the same when printed and read again, and the same text when read and printed again', () => {
    fc.assert(
      fc.property(settings, (set) => {
        const text = printSettings(set);
        const read = Object.assign({}, ...SETTING_NAMES.map((name) => readSetting(name, text[name]))) as ShopSettings; // every setting was read
        expect(read).toEqual(set);
        expect(printSettings(read)).toEqual(text);
      }),
    );
  });

  it('have by default opening hours on workdays, and texting hours every day until the evening', () => {
    expect(printSettings(STANDARD_SETTINGS)).toEqual({
      opening_hours: 'mon-fri 08:00-18:00',
      texting_hours: 'mon-sun 08:00-21:00',
      closures: 'none',
      bays: 'none',
      messaging_service: 'none',
      texts_per_hour: '500',
      reply_pointer: 'Reply to this text to reach us.',
      reply_to: 'none',
      booking_lead_minutes: '120',
      booking_step_minutes: '30',
      booking_buffer_minutes: '0',
      booking_horizon_days: '90',
      keep_recordings_months: 'none',
      keep_transcripts_months: 'none',
      keep_messages_months: 'none',
    });
  });
});
