import type { WeeklyHours } from '../../../domain/access/shop-settings.js';
import { parseWorkingHours, printWorkingHours } from '../../../domain/staff/working-hours.js';
import { Parsed } from '../../kernel/fields/fields.js';
import type { Presence } from '../../kernel/fields/presence.js';

/** The hours in which somebody works, as text: `tue-fri 09:00-17:00`, `standard` or `closed`. */
export function HoursField(presence: Presence): PropertyDecorator {
  return Parsed(parseWorkingHours, presence, {
    write: (hours) => printWorkingHours(hours as WeeklyHours | null), // safe: a stored value of this field
  });
}
