import { requireBookingWindow } from '../../../domain/booking/availability.js';
import { bookablePeople } from '../../../domain/booking/place.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { Role, StaffMember } from '../../../domain/staff/staff.js';
import { staffId } from '../../support/builders/a-booking.js';
import { at } from '../../support/test-clock.js';

const START = at('2026-10-20T04:00:00.000Z');
const HOUR_MS = 3_600_000;
const MONTH_MS = 31 * 24 * HOUR_MS;

it('a window of starts ends after it begins, and at most 31 days later on the clocks of the shop', () => {
  const check =
    (to: Instant, timezone = 'America/Toronto') =>
    () => {
      requireBookingWindow({ from: START, to }, timezone);
    };
  expect(check(START)).toThrow(new ValidationError('from', 'must be before to'));
  expect(check(later(START, 1))).not.toThrow();
  expect(check(later(START, MONTH_MS + HOUR_MS))).not.toThrow();
  expect(check(later(START, MONTH_MS), 'UTC')).not.toThrow();
  const tooLong = new ValidationError('to', 'must be at most 31 days after from');
  expect(check(later(START, MONTH_MS + HOUR_MS + 1))).toThrow(tooLong);
  expect(check(later(START, MONTH_MS + 1), 'UTC')).toThrow(tooLong);
});

it('technicians do the work, or in a shop without technicians everybody but the viewers', () => {
  const [own, ofShop] = [{ mon: [] }, { tue: [] }];
  const member = (role: Role, hours: StaffMember['hours'] = null): StaffMember => ({
    ...{ id: staffId(role), userId: 'user' as StaffMember['userId'], name: role, email: null, phone: null }, // safe: any id
    ...{ role, active: true, hours, createdAt: START },
  });
  const others = [member('owner'), member('viewer'), member('advisor', own)];
  expect(bookablePeople([...others, member('technician')], ofShop)).toEqual([{ id: 'technician', hours: ofShop }]);
  expect(bookablePeople(others, ofShop)).toEqual([
    { id: 'owner', hours: ofShop },
    { id: 'advisor', hours: own },
  ]);
});
