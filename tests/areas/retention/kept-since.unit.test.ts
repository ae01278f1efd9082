import { keptSince, kindOf, KEPT_PARTS, tellEmptied } from '../../../domain/retention/retention.js';
import { at } from '../../support/test-clock.js';

const TORONTO = 'America/Toronto';

describe('the first day that is still kept', () => {
  it.each([
    ['an ordinary day', '2026-03-16T12:00:00Z', 'UTC', 1, '2026-02-16T00:00:00.000Z'],
    ['the whole of a day', '2026-03-16T23:59:59.999Z', 'UTC', 1, '2026-02-16T00:00:00.000Z'],
    ['31 January through 28 February', '2026-02-28T23:59:59.999Z', 'UTC', 1, '2026-01-28T00:00:00.000Z'],
    ['31 January until 28 February is over', '2026-03-01T00:00:00.000Z', 'UTC', 1, '2026-02-01T00:00:00.000Z'],
    ['29 February of a leap year', '2028-03-29T12:00:00Z', 'UTC', 1, '2028-02-29T00:00:00.000Z'],
    ['no 31st in the month before', '2026-05-31T12:00:00Z', 'UTC', 1, '2026-05-01T00:00:00.000Z'],
    ['months of another year', '2026-03-16T12:00:00Z', 'UTC', 15, '2024-12-16T00:00:00.000Z'],
    ['a hundred years', '2026-03-16T12:00:00Z', 'UTC', 1200, '1926-03-16T00:00:00.000Z'],
    ['the evening before on the shop’s clocks', '2026-03-16T03:59:59Z', TORONTO, 1, '2026-02-15T05:00:00.000Z'],
    ['the night on the shop’s clocks', '2026-03-16T04:00:00Z', TORONTO, 1, '2026-02-16T05:00:00.000Z'],
    ['from summer to winter time', '2026-12-01T12:00:00Z', TORONTO, 6, '2026-06-01T04:00:00.000Z'],
    ['the day on which clocks go forward', '2026-04-08T12:00:00Z', TORONTO, 1, '2026-03-08T05:00:00.000Z'],
    ['a day that begins at one o’clock', '2026-10-06T12:00:00Z', 'America/Santiago', 1, '2026-09-06T04:00:00.000Z'],
    ['a day before which an hour comes twice', '2026-05-05T12:00:00Z', 'America/Santiago', 1, '2026-04-05T04:00:00.000Z'],
    ['far east', '2026-03-15T11:00:00Z', 'Pacific/Kiritimati', 1, '2026-02-15T10:00:00.000Z'],
  ])('%s: at %s in %s after %i months it is that of %s', (_, now, timezone, months, since) => {
    expect(keptSince(at(now), timezone, months)).toBe(since);
  });

  it('never goes back while time goes on', () => {
    for (const months of [1, 3, 11, 12]) {
      let before = keptSince(at('2027-12-31T00:00:00Z'), TORONTO, months);
      for (let hour = 1; hour < 24 * 400; hour += 7) {
        const next = keptSince(at(new Date(Date.UTC(2027, 11, 31, hour)).toISOString()), TORONTO, months);
        expect(next >= before).toBe(true);
        before = next;
      }
    }
  });
});

it('what is emptied is told with the kind of its records', () => {
  expect(KEPT_PARTS.map((part) => kindOf({ part }))).toEqual(['calls', 'calls', 'messages', 'scheduled_messages']);
  const now = at('2026-03-16T12:00:00Z');
  const emptied = { part: 'recordings', ids: ['one'], keptSince: now } as const;
  expect(tellEmptied(emptied, now)).toEqual({ next: emptied, changed: true, at: now, events: [{ type: 'records.emptied' }] });
});
