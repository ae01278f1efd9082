import { compare } from './compare.mjs';
import { databaseBreaks } from './database/compare.mjs';

/**
 * Compares the contract with that of the last release, and looks up its breaks in the list of accepted ones.
 * @param now the contract of the code, and `locks`: the lines about migrations that keep the last release waiting
 * @param accepted `[{ break, reason }]`: a break as it is printed, and the reason for it
 * @returns `refused`: the breaks that nobody has accepted; `accepted`: those that are on the list; `wrong`: what is wrong with
 * the list
 */
export function verdictOn(released, now, accepted) {
  const { breaks: ofClients, additions } = compare(released, now);
  const breaks = [...ofClients, ...databaseBreaks(released.database, now.database), ...now.locks];
  const listed = new Set(accepted.map((entry) => entry.break));
  return {
    refused: breaks.filter((line) => !listed.has(line)),
    accepted: accepted.filter((entry) => breaks.includes(entry.break)),
    wrong: accepted.flatMap((entry) => [
      ...(breaks.includes(entry.break) ? [] : [`nothing breaks like this: ${entry.break}`]),
      ...(entry.reason?.trim() ? [] : [`a break is accepted without a reason: ${entry.break}`]),
    ]),
    additions,
  };
}

/** True for a line that concerns who operates the service, and no client. */
export function isOfDatabase(line) {
  return line.startsWith('database: ');
}

/** The lowest version that may follow a release: a break of a client needs a new first number, an addition a new second one. */
export function nextVersion(released, { accepted, additions }) {
  const [major, minor, patch] = numbersOf(released);
  if (accepted.some((entry) => !isOfDatabase(entry.break))) return `${major + 1}.0.0`;
  return additions.length > 0 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

export function isBefore(one, other) {
  const [ours, theirs] = [numbersOf(one), numbersOf(other)];
  const first = ours.findIndex((number, index) => number !== theirs[index]);
  return first !== -1 && ours[first] < theirs[first];
}

function numbersOf(version) {
  return version.split('.').map(Number);
}
