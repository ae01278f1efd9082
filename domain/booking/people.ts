import type { WeeklyHours } from '../access/shop-settings.js';
import type { StaffMember } from '../staff/staff.js';
import type { BookablePerson } from './booking.js';

/**
 * The people who can do the work of a booking: the technicians, or in a shop without technicians everybody but the viewers.
 * @param active the active staff, in the order in which they get work
 * @param openingHours the hours of people who have none of their own
 */
export function bookablePeople(active: readonly StaffMember[], openingHours: WeeklyHours): readonly BookablePerson[] {
  const technicians = active.filter(({ role }) => role === 'technician');
  const people = technicians.length > 0 ? technicians : active.filter(({ role }) => role !== 'viewer');
  return people.map(({ id, hours }) => ({ id, hours: hours ?? openingHours }));
}
