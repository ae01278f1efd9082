import type { WeeklyHours } from '../../domain/access/shop-settings.js';
import { ValidationError } from '../../domain/shared/errors.js';
import { parseWorkingHours, printWorkingHours } from '../../domain/staff/working-hours.js';
import { Invalid } from '../fields/field.js';
import { present, type Presence } from '../fields/presence.js';
import { readText } from '../fields/read-text.js';

/** The hours in which somebody works, as text: `tue-fri 09:00-17:00`, `standard` or `closed`. */
export function HoursField(presence: Presence): PropertyDecorator {
  return present({ type: 'string' }, presence, readHours, {
    write: (hours) => printWorkingHours(hours as WeeklyHours | null), // safe: a stored value of this field
  });
}

function readHours(raw: unknown): WeeklyHours | null | Invalid {
  const text = readText(raw, {}, 'hours');
  if (text instanceof Invalid) return text;
  try {
    return parseWorkingHours(text);
  } catch (error) {
    if (error instanceof ValidationError) return new Invalid(error.faults[0].problem);
    throw error;
  }
}
