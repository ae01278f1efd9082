import { ValidationError, type ShopError } from '../../../domain/shared/errors.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';

const LONGEST = 300;
const MOST_OTHERS = 20;
const SPACE = /\s+/g;

/** Cuts what a team's code says to one sentence, because it goes into answers, headers, kept answers and the log. */
export function briefly(error: ShopError): ShopError {
  if (!(error instanceof ValidationError)) {
    error.message = sentence(error.message);
    return error;
  }
  const [first, ...others] = error.faults.map(({ field, problem }) => ({
    field: sentence(field),
    problem: sentence(problem),
  }));
  return first ? new ValidationError(first.field, first.problem, others.slice(0, MOST_OTHERS)) : error;
}

/** The text in one line, without what cannot be printed. */
function sentence(text: string): string {
  // A text far too long is cut first, so that its length costs nothing.
  const line = withoutUnprintable(text.slice(0, 4 * LONGEST))
    .replace(SPACE, ' ')
    .trim();
  const letters = Array.from(line);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : line;
}
