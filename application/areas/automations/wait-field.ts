import { isWithinBounds, LONGEST_WAIT_DAYS, WAIT_UNITS, type Wait, type WaitUnit } from '../../../domain/automations/wait.js';
import { closedSchema, readClosed } from '../../kernel/fields/closed-object.js';
import { Invalid } from '../../kernel/fields/field.js';
import { Int } from '../../kernel/fields/fields.js';
import { present, type Presence } from '../../kernel/fields/presence.js';

/** A length of time in one unit. */
export class WaitInput {
  @Int({ optional: true, min: 1, description: 'Or `hours`.' }) minutes?: number;
  @Int({ optional: true, min: 1, description: 'Or `days`.' }) hours?: number;
  @Int({ optional: true, min: 1, max: LONGEST_WAIT_DAYS, description: 'Of 24 hours.' }) days?: number;
}

/** A length of time such as `{"days": 3}`. */
export function WaitField(presence: Presence): PropertyDecorator {
  return present(closedSchema(WaitInput), presence, (raw, context) => {
    const given = readClosed(WaitInput, raw, context);
    return given instanceof Invalid ? given : theWait(given);
  });
}

/** The wait that an object with one unit gives. */
export function theWait(given: WaitInput): Wait | Invalid {
  const [first, second] = WAIT_UNITS.flatMap((unit) => waitIn(given, unit));
  if (!first || second) return new Invalid(`must have exactly one of ${WAIT_UNITS.join(', ')}`);
  return isWithinBounds(first) ? first : new Invalid(`must be at most ${LONGEST_WAIT_DAYS} days`);
}

function waitIn(given: WaitInput, unit: WaitUnit): readonly Wait[] {
  const count = given[unit];
  return count === undefined ? [] : [{ unit, count }];
}

/** A wait as it was given. */
export function shownWait({ unit, count }: Wait): object {
  return { [unit]: count };
}
