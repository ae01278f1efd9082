import type { WeeklyHours } from '../../../domain/access/shop.js';
import { parseWorkingHours, printWorkingHours } from '../../../domain/staff/staff.js';
import { Parsed } from '../../kernel/fields/fields.js';
import type { TextOptions } from '../../kernel/fields/read-text.js';

export const ABOUT_HOURS = 'When the person works; “standard”: whenever the shop is open, “closed”: never.';

/** The hours in which somebody works, as text: `tue-fri 09:00-17:00`, `standard` or `closed`. */
export function HoursField(options: TextOptions): PropertyDecorator {
  return Parsed(parseWorkingHours, options, {
    write: (hours) => printWorkingHours(hours as WeeklyHours | null), // safe: a stored value of this field
  });
}
