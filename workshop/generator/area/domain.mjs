import { quoted } from '../field-types.mjs';

/** The record, its states, and the verbs that make and change it: `domain/<area>/<record>.ts`. */
export function recordSource({ record, fields, states, moves, money }) {
  const { pascal: Loaner, camel: loaner, constant: LOANER, snake, text } = record;
  const made = states.length > 0 ? `status: ${quoted(states[0])}, createdAt: now` : 'createdAt: now';
  const later = states.length > 0 ? "'status' | 'createdAt'" : "'createdAt'";
  return `
import type { EmailAddress } from '../shared/contact.js';
import { Conflict } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CustomerId, Id } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Currency, Money } from '../shared/money.js';
import type { E164 } from '../shared/phone.js';
import { canMove, type Transitions } from '../shared/transitions.js';

export type ${Loaner}Id = Id<'${Loaner}'>;
${fields
  .filter(({ values }) => values)
  .map(valuesSource)
  .join('')}${states.length > 0 ? statesSource(record, states, moves) : ''}
/** ${record.article === 'an' ? 'An' : 'A'} ${text} of the shop. */
export interface ${Loaner} {
  readonly id: ${Loaner}Id;
${fields.map((field) => `  readonly ${field.key}: ${field.is.domain(field)}${field.optional ? ' | null' : ''};\n`).join('')}${
    money ? '  /** the shop’s currency */\n  readonly currency: Currency;\n' : ''
  }${states.length > 0 ? `  readonly status: ${Loaner}Status;\n` : ''}  readonly createdAt: Instant;
}

type New${Loaner} = Omit<${Loaner}, ${later}>;

export function open${Loaner}(given: New${Loaner}, now: Instant): Decision<${Loaner}, '${snake}.created'> {
  return changed({ ...given, ${made} }, now, [{ type: '${snake}.created' }]);
}
${
  states.length === 0
    ? ''
    : `
/** A status that already holds changes nothing. */
export function move${Loaner}(${loaner}: ${Loaner}, status: ${Loaner}Status, now: Instant): Decision<${Loaner}, '${snake}.moved'> {
  if (${loaner}.status === status) return unchanged(${loaner});
  if (canMove(${LOANER}_MOVES, ${loaner}.status, status)) return changed({ ...${loaner}, status }, now, [{ type: '${snake}.moved' }]);
  throw new Conflict(\`the ${text} is \${${loaner}.status}: it cannot become \${status}\`);
}
`
}`;
}

function valuesSource({ list, type, values }) {
  return `
export const ${list} = [${values.map(quoted).join(', ')}] as const;
export type ${type} = (typeof ${list})[number];
`;
}

function statesSource({ pascal: Loaner, constant: LOANER }, states, moves) {
  const lines = [...moves].map(([from, targets]) => `  ${from}: [${targets.map(quoted).join(', ')}],\n`).join('');
  return `
export const ${LOANER}_STATUSES = [${states.map(quoted).join(', ')}] as const;
export type ${Loaner}Status = (typeof ${LOANER}_STATUSES)[number];

export const ${LOANER}_MOVES: Transitions<${Loaner}Status> = {
${lines}};
`;
}
