import { declared, taken } from '../fields.mjs';
import { aRecord } from './read-area.mjs';

/** The line of an operation that makes it a capability. */
export function capabilityOf({ section, feature }, budget) {
  const switched = feature === undefined ? '' : `, feature: '${feature}'`;
  return `capability: { permission: '${section}', budget: '${budget}'${switched} },`;
}

/** The operation that makes a record: `application/areas/<area>/create-<record>.ts`. */
export function createSource(spec) {
  const { area, record, fields, customer, money } = spec;
  const { pascal: Loaner, camel: loaner, kebab } = record;
  const { pascal: Loaners, camel: loaners } = area;
  const values = ['id: this.ids.next()', ...fields.map(({ key }) => key), ...(money ? ['currency: shop.currency'] : [])];
  return `
import {
  open${Loaner},
  ${fields
    .filter((one) => one.values)
    .map(({ list }) => `${list},`)
    .join('\n  ')}
  type ${Loaner},
  ${fields
    .filter((one) => one.values)
    .map(({ type }) => `type ${type},`)
    .join('\n  ')}
} from '../../../domain/${area.kebab}/${kebab}.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Money } from '../../../domain/shared/money.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Customers } from '../customers/customers.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Amount, DateTime, Email, Flag, Int, OneOf, Phone, Text, Uuid } from '../../kernel/fields/fields.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { operation, post, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/clock.js';
import { Ids } from '../../kernel/ports/ids.js';
import { ${loaner}Events } from './${kebab}.events.js';
import { ${Loaner}View } from './${kebab}.view.js';
import { ${Loaners} } from './${area.kebab}.js';

class Create${Loaner}Input {
${fields.map(inputField).join('')}}

class Create${Loaner} implements UseCase<Create${Loaner}Input, ${Loaner}> {
  constructor(
    private readonly ${loaners}: ${Loaners},
${customer ? '    private readonly customers: Customers,\n' : ''}    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, input: Create${Loaner}Input, cause: Cause): Promise<${Loaner}> {
    const { ${fields.map(taken).join(', ')} } = input;
${customer ? `    ${requireCustomer(customer)}\n` : ''}    const decision = open${Loaner}({ ${values.join(', ')} }, this.clock.now());
    await this.${loaners}.add(shop.id, this.announcer.announce(${loaner}Events, null, decision, cause));
    return decision.next;
  }
}

export const create${Loaner} = operation(Create${Loaner}, {
  name: '${area.snake}.create',
  summary: 'Add ${aRecord(spec)}',
  description: 'Adds ${aRecord(spec)} to the shop. Two calls make two of them.',
  scope: 'full',
  route: post('/${area.kebab}', { status: 201, location: '/${area.kebab}/:id' }),
  input: Create${Loaner}Input,
  output: one(${Loaner}View),
  needs: [${Loaners}, ${customer ? 'Customers, ' : ''}Ids, Clock, Announcer],
${customer ? "  errors: ['not_found'],\n" : ''}});
`;
}

function inputField(field) {
  const texts = ['text', 'email', 'phone'].includes(field.typeName);
  const decorator = declared(field, texts ? [`example: ${field.example}`] : []);
  return `  ${decorator} ${field.name}${field.optional ? '?' : '!'}: ${field.is.domain(field)};\n`;
}

function requireCustomer({ key, optional }) {
  const given = optional ? `${key} !== null && ` : '';
  return `if (${given}!(await this.customers.find(shop.id, ${key}))) throw new NotFound('customer');`;
}

/** The operation that reads one record, on all surfaces: `application/areas/<area>/get-<record>.ts`. */
export function getSource(spec) {
  const { area, record } = spec;
  const { pascal: Loaner, camel: loaner, kebab, text } = record;
  const { pascal: Loaners, camel: loaners } = area;
  return `
import type { ${Loaner}, ${Loaner}Id } from '../../../domain/${area.kebab}/${kebab}.js';
import { NotFound } from '../../../domain/shared/errors.js';
import { PathId } from '../../kernel/fields/fields.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { get, operation, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ${Loaner}View } from './${kebab}.view.js';
import { ${Loaners} } from './${area.kebab}.js';

class Get${Loaner}Input {
  @PathId({ listedBy: '${area.snake}.list' }) id!: ${Loaner}Id;
}

class Get${Loaner} implements UseCase<Get${Loaner}Input, ${Loaner}> {
  constructor(private readonly ${loaners}: ${Loaners}) {}

  async execute({ shop }: Caller, { id }: Get${Loaner}Input): Promise<${Loaner}> {
    const ${loaner} = await this.${loaners}.find(shop.id, id);
    if (!${loaner}) throw new NotFound('${text}');
    return ${loaner};
  }
}

export const get${Loaner} = operation(Get${Loaner}, {
  name: '${area.snake}.get',
  summary: 'Read ${aRecord(spec)}',
  description:
    'Reads one ${text} of the shop. Nobody is contacted. A repetition reads anew. Refuses an \`id\` that no ${text} has.',
  scope: 'read',
  route: get('/${area.kebab}/:id'),
  ${capabilityOf(spec, 'read')}
  input: Get${Loaner}Input,
  output: one(${Loaner}View),
  needs: [${Loaners}],
  errors: ['not_found'],
});
`;
}

/** The verb with the table of moves, on all surfaces: `application/areas/<area>/move-<record>.ts`. */
export function moveSource(spec) {
  const { area, record, moves } = spec;
  const { pascal: Loaner, camel: loaner, constant: LOANER, kebab, text } = record;
  const { pascal: Loaners, camel: loaners } = area;
  return `
import {
  ${LOANER}_STATUSES,
  move${Loaner} as decide,
  type ${Loaner},
  type ${Loaner}Id,
  type ${Loaner}Status,
} from '../../../domain/${area.kebab}/${kebab}.js';
import { NotFound } from '../../../domain/shared/errors.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { OneOf, PathId } from '../../kernel/fields/fields.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { operation, patch, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/clock.js';
import { ${loaner}Events } from './${kebab}.events.js';
import { ${Loaner}View } from './${kebab}.view.js';
import { ${Loaners} } from './${area.kebab}.js';

class Move${Loaner}Input {
  @PathId({ listedBy: '${area.snake}.list' }) id!: ${Loaner}Id;
  @OneOf(${LOANER}_STATUSES, { description: 'The next status.' }) status!: ${Loaner}Status;
}

class Move${Loaner} implements UseCase<Move${Loaner}Input, ${Loaner}> {
  constructor(
    private readonly ${loaners}: ${Loaners},
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id, status }: Move${Loaner}Input, cause: Cause): Promise<${Loaner}> {
    const ${loaner} = await this.${loaners}.change(shop.id, id, (before) =>
      this.announcer.announce(${loaner}Events, before, decide(before, status, this.clock.now()), cause),
    );
    if (!${loaner}) throw new NotFound('${text}');
    return ${loaner};
  }
}

export const move${Loaner} = operation(Move${Loaner}, {
  name: '${area.snake}.move',
  summary: 'Move ${aRecord(spec)} to another status',
  description:
    'Moves one ${text} of the shop to another status. Nobody is contacted. A repetition changes nothing. Refuses every move ' +
    'that its status does not allow.',
  scope: 'full',
  route: patch('/${area.kebab}/:id'),
  ${capabilityOf(spec, 'write')}
  input: Move${Loaner}Input,
  output: one(${Loaner}View),
  needs: [${Loaners}, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  repeatable: true,
  ${isFinal(moves) ? 'destructive: true,' : ''}
});
`;
}

/** Tells whether a state has no way back: then a move to it is destructive. */
export function isFinal(moves) {
  return [...moves.values()].some((targets) => targets.length === 0);
}
