import { ValidationError } from '../../../domain/shared/errors.js';
import { codePoints, hasLineBreak, isPrintable, normalizeText } from '../../../domain/shared/text.js';
import { NONE } from './none.js';

const MOST = 100;
const LONGEST = 60;

/**
 * Reads bay names such as `Bay 1,Bay 2`, in the order in which the bays are filled.
 * @throws ValidationError
 */
export function parseBays(typed: string): readonly string[] {
  const text = normalizeText(typed);
  if (text === '' || text === NONE) return [];
  const bays = text.split(',').map((bay) => bay.trim());
  if (bays.length > MOST) refuse(`must be at most ${MOST} bays`);
  for (const [index, bay] of bays.entries()) {
    const acceptable = bay !== '' && isPrintable(bay) && !hasLineBreak(bay) && codePoints(bay) <= LONGEST;
    if (!acceptable) refuse(`each name must be one line of 1 to ${LONGEST} characters`);
    if (bays.findIndex((other) => other.toLowerCase() === bay.toLowerCase()) < index) refuse(`${bay} is named twice`);
  }
  return bays;
}

export function printBays(bays: readonly string[]): string {
  return bays.join(',') || NONE;
}

function refuse(problem: string): never {
  throw new ValidationError('bays', problem);
}
