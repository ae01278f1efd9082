import { isSecret } from '../settings/secret-files.js';
import { Settings } from '../settings/settings.js';
import { warn, type Finding } from './finding.js';

/** A shorter name, such as HOST, resembles too many variables of other programs. */
const SHORTEST = 7;
/** The letters that a typing mistake gets wrong. */
const MOST_WRONG = 2;

/** Warns of variables that are no settings, but almost. */
export function checkNames(env: NodeJS.ProcessEnv): Finding[] {
  const known = Object.keys(new Settings()).flatMap((name) => [name, ...(isSecret(name) ? [`${name}_FILE`] : [])]);
  return Object.keys(env).flatMap((name) => {
    const nearest = known.includes(name) ? undefined : nearestOf(name, known);
    return nearest === undefined ? [] : [warn(`setting ${name}`, 'there is no such setting', `did you mean ${nearest}?`)];
  });
}

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const near = known.filter((one) => one.length >= SHORTEST).map((one) => [one, distance(name, one)] as const);
  return near.filter(([, wrong]) => wrong <= MOST_WRONG).sort(([, one], [, other]) => one - other)[0]?.[0];
}

/** The least number of letters that must be added, left out or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [line, letter] of one.split('').entries()) {
    const next = [line + 1];
    for (const [column, wanted] of other.split('').entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
