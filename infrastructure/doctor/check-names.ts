import { nearestTo } from '../../domain/shared/nearest.js';
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
  const long = known.filter((name) => name.length >= SHORTEST);
  return Object.keys(env).flatMap((name) => {
    const nearest = known.includes(name) ? undefined : nearestTo(name, long);
    if (nearest === undefined || nearest.wrong > MOST_WRONG) return [];
    return [warn(`setting ${name}`, 'there is no such setting', `did you mean ${nearest.text}?`)];
  });
}
