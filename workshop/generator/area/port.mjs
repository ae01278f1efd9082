import { quoted } from '../field-types.mjs';

/** The port: `application/areas/<area>/<records>.ts`. */
export function portSource({ area, record, states }) {
  const { pascal: Loaner, camel: loaner, kebab } = record;
  const status = states.length > 0 ? `status: ${Loaner}Status | null, ` : '';
  return `
import type { ${Loaner}, ${Loaner}Id, ${Loaner}Status } from '../../../domain/${area.kebab}/${kebab}.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { OffsetSlice, Position } from '../../kernel/operation/page.js';

/** The ${area.text} of a shop. Nothing is deleted. */
export abstract class ${area.pascal} {
  abstract find(shop: ShopId, id: ${Loaner}Id): Promise<${Loaner} | null>;
  /** Newest first. */
  abstract search(shop: ShopId, limit: number, after: Position | null): Promise<${Loaner}[]>;
  /** Newest first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, ${status}limit: number, offset: number): Promise<OffsetSlice<${Loaner}>>;
  abstract add(shop: ShopId, ${loaner}: Announced<${Loaner}>): Promise<void>;
${
  states.length === 0
    ? ''
    : `  /** Stores what \`change\` decides; repeats it when somebody else was faster. Null: not this shop's. */
  abstract change(shop: ShopId, id: ${Loaner}Id, change: (${loaner}: ${Loaner}) => Announced<${Loaner}>): Promise<${Loaner} | null>;
`
}}
`;
}

/** The JSON form of the record: `application/areas/<area>/<record>.view.ts`. */
export function viewSource({ area, record, fields, states }) {
  const { pascal: Loaner, camel: loaner, constant: LOANER, kebab } = record;
  return `
import {
  ${LOANER}_STATUSES,
  ${fields
    .filter(({ values }) => values)
    .map(({ list }) => `${list},`)
    .join('\n  ')}
  type ${Loaner},
} from '../../../domain/${area.kebab}/${kebab}.js';
import { majorUnits } from '../../../domain/shared/money.js';
import { Amount, DateTime, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';

export class ${Loaner}View {
  @Uuid() id!: string;
${fields.map(viewField).join('')}${states.length > 0 ? `  @OneOf(${LOANER}_STATUSES) status!: string;\n` : ''}  @DateTime() created_at!: string;

  static of(${loaner}: ${Loaner}): ${Loaner}View {
    return {
      id: ${loaner}.id,
${fields.map((field) => `      ${field.name}: ${shown(field, loaner)},\n`).join('')}${states.length > 0 ? `      status: ${loaner}.status,\n` : ''}      created_at: ${loaner}.createdAt,
    };
  }
}
`;
}

/** In a view, addresses and numbers are texts, as they are stored. */
const SHOWN = { Email: 'Text', Phone: 'Text' };
const TYPES = { integer: 'number', number: 'number', boolean: 'boolean' };

function viewField({ name, is, optional, values, list, example }) {
  const texts = ['Text', 'Email', 'Phone'].includes(is.decorator);
  const options = [...(optional ? ['nullable: true'] : []), ...(texts ? [`example: ${example}`] : [])];
  const given = [...(values ? [list] : []), ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : [])];
  const type = `${TYPES[is.schema] ?? 'string'}${optional ? ' | null' : ''}`;
  return `  @${SHOWN[is.decorator] ?? is.decorator}(${given.join(', ')}) ${name}!: ${type};\n`;
}

function shown({ key, typeName, optional }, loaner) {
  if (typeName !== 'money') return `${loaner}.${key}`;
  const amount = `majorUnits(${loaner}.${key}, ${loaner}.currency)`;
  return optional ? `${loaner}.${key} === null ? null : ${amount}` : amount;
}

/** The kinds of events: `application/areas/<area>/<record>.events.ts`. */
export function eventsSource({ record, states }) {
  const { pascal: Loaner, camel: loaner, kebab, snake, text, article } = record;
  const a = article === 'an' ? 'An' : 'A';
  return `
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ${Loaner}View } from './${kebab}.view.js';

export const ${loaner}Events = eventKinds(${Loaner}View, NOBODY, {
  '${snake}.created': { says: '${a} ${text} was added.' },
  ${states.length > 0 ? `'${snake}.moved': { says: '${a} ${text} has another status.' },` : ''}
});
`;
}

/** The area: `application/areas/<area>/area.ts`. */
export function areaSource({ area, record, states, about }) {
  const { pascal: Loaner, camel: loaner, kebab } = record;
  const moves = states.length > 0 ? `, move${Loaner}` : '';
  return `
import { area } from '../../kernel/area.js';
import { create${Loaner} } from './create-${kebab}.js';
import { get${Loaner} } from './get-${kebab}.js';
import { list${area.pascal} } from './list-${area.kebab}.js';
import { ${loaner}Events } from './${kebab}.events.js';
import { move${Loaner} } from './move-${kebab}.js';
import { search${area.pascal} } from './search-${area.kebab}.js';

export const ${area.camel}Area = area({
  name: '${area.snake}',
  about: ${quoted(about)},
  operations: [search${area.pascal}, create${Loaner}, get${Loaner}${moves}, list${area.pascal}],
  events: [${loaner}Events],
});
`;
}
