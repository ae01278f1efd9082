import { dayAt, writtenOffset } from '../../../domain/shared/time-zone.js';
import { at } from '../../support/test-clock.js';

describe('the RFC 3339 offset of a time zone', () => {
  it.each([
    ['UTC', '2026-01-15T12:00:00Z', 'Z'],
    ['America/Toronto', '2026-01-15T12:00:00Z', '-05:00'],
    ['America/Toronto', '2026-07-15T12:00:00Z', '-04:00'],
    ['Europe/London', '2026-01-15T12:00:00Z', 'Z'],
    ['Asia/Kolkata', '2026-01-15T12:00:00Z', '+05:30'],
    ['America/St_Johns', '2026-01-15T12:00:00Z', '-03:30'],
    ['Pacific/Kiritimati', '2026-01-15T12:00:00Z', '+14:00'],
  ])('is, in %s at %s, %s', (timezone, instant, offset) => {
    expect(writtenOffset(at(instant), timezone)).toBe(offset);
  });
});

describe('the day in a time zone', () => {
  it.each([
    ['UTC', '2026-03-02T00:00:00Z', 'Monday', '2026-03-02'],
    ['America/Toronto', '2026-03-02T04:59:59Z', 'Sunday', '2026-03-01'],
    ['America/Toronto', '2026-03-02T05:00:00Z', 'Monday', '2026-03-02'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', 'Friday', '2027-01-01'],
  ])('is, in %s at %s, %s, %s', (timezone, instant, weekday, date) => {
    expect(dayAt(at(instant), timezone)).toEqual({ weekday, date });
  });
});
