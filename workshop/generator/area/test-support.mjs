import { isFinal } from './verbs.mjs';

/** The builder that stores a record: `tests/support/builders/a-<record>.ts`. */
export function builderSource(spec) {
  const { area, record, fields, states, money } = spec;
  const { pascal: Loaner, constant: LOANER, kebab, text, article } = record;
  const owner = neededCustomer(spec) ? 'customer: { readonly id: string },\n  ' : '';
  const a = article === 'an' ? 'An' : 'A';
  return `
import { randomUUID } from 'node:crypto';
import { ${LOANER}_KIND } from '../../../adapters/areas/${area.kebab}/${kebab}.kind.js';
import type { ${Loaner}, ${Loaner}Id } from '../../../domain/${area.kebab}/${kebab}.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Money } from '../../../domain/shared/money.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { TestService, TestShop } from '../service.js';
import { at } from '../test-clock.js';
import { stored } from './stored.js';

/** ${a} ${text}${states.length > 0 ? ` that is ${states[0]}` : ''}. */
export function aStored${Loaner}(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  ${owner}fields: Partial<${Loaner}> = {},
): Promise<${Loaner}> {
  return stored(service, shop, ${LOANER}_KIND, {
    id: randomUUID() as ${Loaner}Id, // safe: an id is a UUID
${fields.map(builtField).join('')}${money ? "    currency: 'CAD',\n" : ''}${
    states.length > 0 ? `    status: '${states[0]}',\n` : ''
  }    createdAt: at('2026-03-01T09:00:00.000Z'),
    ...fields,
  });
}
`;
}

function builtField({ key, typeName, optional, stored }) {
  if (typeName === 'customer')
    return optional ? `    ${key}: null,\n` : `    ${key}: customer.id as CustomerId, // safe: an id of the API\n`;
  const safe = stored.includes(' as ') ? ' // safe: it is in the normal form' : '';
  return `    ${key}: ${stored},${safe}\n`;
}

/** Tells whether a record cannot be without a customer. */
export function neededCustomer({ customer }) {
  return customer !== undefined && !customer.optional;
}

/** One successful call of each operation: `tests/support/samples/<area>.ts`. */
export function samplesSource(spec) {
  const { area, record, fields, customer, states, moves } = spec;
  const { camel: loaner } = record;
  const name = area.snake;
  const input = fields.map((field) => `${field.name}: ${field === customer ? 'customer' : field.example}`).join(', ');
  const references = customer ? `, references: { ${customer.name}: [customer, 404] }` : '';
  const next = states.length > 0 ? moves.get(states[0])[0] : '';
  return `
import type { ShopRecords } from '../records.js';
import type { Sample } from '../samples.js';

/** The samples of the area \`${name}\`, as \`samples\` has them. */
export const ${area.camel}Samples: Readonly<Record<string, (records: ShopRecords) => Sample>> = {
  '${name}.search': () => ({ input: { limit: 10 } }),
  '${name}.create': (${customer ? '{ customer }' : ''}) => ({ input: { ${input} }${references} }),
  '${name}.get': ({ ${loaner} }) => ({ input: {}, path: { id: ${loaner} }, references: { id: [${loaner}, 404] } }),
  ${states.length > 0 ? `'${name}.move': ({ ${loaner} }) => ({ input: { status: '${next}' }, path: { id: ${loaner} }, references: { id: [${loaner}, 404] } }),` : ''}
  '${name}.list': () => ({ input: { ${states.length > 0 ? `status: '${states[0]}', ` : ''}limit: 10, offset: 0 } }),
};
`;
}

/** The list by cursor, for the test that pages through all of them: an entry of `tests/support/cursor-lists.ts`. */
export function cursorListEntry({ area, fields, customer, states }) {
  const columns = fields.map((field) => `${field.name}: ${field === customer ? 'owner' : field.row}`);
  const status = states.length > 0 ? [`status: '${states[0]}'`] : [];
  return `  {
    table: '${area.snake}',
    path: '/${area.kebab}',
    columns: (${customer ? '_row, owner' : ''}) => ({ ${[...columns, ...status, 'version: 1'].join(', ')} }),
    remove: HARD('${area.snake}'),
    filters: [[() => '', () => true]],
  }`;
}

/** The hints of the verb, as a row of `tests/machine/mcp/tool-descriptions.test.ts`. */
export function hintsEntry({ area, moves }) {
  return `  '${area.snake}.move': { destructiveHint: ${isFinal(moves)}, idempotentHint: true, openWorldHint: false }`;
}
