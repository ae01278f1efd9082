import { InvalidArgumentError } from 'commander';
import { LEVELS, SECTIONS, type Grants } from '../../domain/access/permission.js';
import { ValidationError } from '../../domain/shared/errors.js';
import { parseInstant, type Instant } from '../../domain/shared/instant.js';

export function readInstant(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new InvalidArgumentError('It must be an instant such as 2027-01-31T00:00:00Z.');
  return instant;
}

/** Adds the grant of one option, which has the form `SECTION=LEVEL`, to the grants of the earlier options. */
export function readGrant(text: string, before: Grants | undefined): Grants {
  const [name, value, ...rest] = text.split('=');
  const section = SECTIONS.find((known) => known === name);
  const level = LEVELS.find((known) => known === value);
  if (!section || !level || rest.length > 0) {
    throw new InvalidArgumentError(
      `It must be SECTION=LEVEL. SECTION is one of ${SECTIONS.join(', ')}. LEVEL is one of ${LEVELS.join(', ')}.`,
    );
  }
  if (before && Object.hasOwn(before, section)) throw new ValidationError('grant', `${section} is given twice`);
  return { ...before, [section]: level };
}

/** Prints grants as `SECTION=LEVEL`, with a space between two; `none` if there are no grants. */
export function typedGrants(grants: Grants): string {
  const held = SECTIONS.flatMap((section) => (grants[section] ? [`${section}=${grants[section]}`] : []));
  return held.length === 0 ? 'none' : held.join(' ');
}
