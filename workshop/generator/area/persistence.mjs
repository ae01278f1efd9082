import { quoted } from '../field-types.mjs';

/** The migration that makes the table: `adapters/migrations/<time>-<area>.ts`. */
export function migrationSource({ area, fields, states, customer, time }) {
  const table = area.snake;
  const column = ({ name, is, optional, values }) => {
    const among = values ? ` check (${name} in (${values.map(quoted).join(', ')}))` : '';
    return `      ${name} ${is.sql}${optional ? '' : ' not null'}${among},\n`;
  };
  const status = { name: 'status', is: { sql: 'text' }, optional: false, values: states };
  const index = (name, columns) =>
    `    await runner.query('create index ${table}_${name} on ${table} (shop_id, ${columns}created_at desc, id desc)');\n`;
  return `
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${area.pascal}${time} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`create table ${table} (
      shop_id uuid not null references shops (id) on delete cascade,
      id uuid not null,
${fields.map(column).join('')}${states.length > 0 ? column(status) : ''}      created_at timestamptz(3) not null,
      version integer not null,
      primary key (shop_id, id)${customer ? `,\n      foreign key (shop_id, ${customer.name}) references customers (shop_id, id)` : ''}
    )\`);
${index('newest', '')}${states.length > 0 ? index('by_status', 'status, ') : ''}${customer ? index('of_customer', `${customer.name}, `) : ''}  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ${table}');
  }
}
`;
}

/** The columns: `adapters/areas/<area>/<record>.table.ts`. */
export function tableSource({ area, record, fields, states, money }) {
  const { pascal: Loaner, camel: loaner, kebab } = record;
  const stored = money ? `Omit<Stored<${Loaner}>, 'currency'>` : `Stored<${Loaner}>`;
  const column = ({ name, key, is, optional }) => {
    const declared = `${is.column}(${name === key && is.column !== 'instant' ? '' : quoted(name)})`;
    return `  ${key}: ${optional ? `orNull(${declared})` : declared},\n`;
  };
  return `
import type { ${Loaner} } from '../../../domain/${area.kebab}/${kebab}.js';
import { amount, flag, instant, integer, orNull, shopKey, table, text, uuid, uuidKey, type Stored } from '../../storage/tables/table.js';

export const ${loaner}Table = table<${stored}>('${area.snake}', {
  shopId: shopKey,
  id: uuidKey(),
${fields.map(column).join('')}${states.length > 0 ? '  status: text(),\n' : ''}  createdAt: instant('created_at'),
  version: integer(),
});
`;
}

/** The source that says how a record is read, stored and counted: `adapters/areas/<area>/<record>.kind.ts`. */
export function kindSource({ area, record, states, money }) {
  const { pascal: Loaner, camel: loaner, constant: LOANER, kebab } = record;
  const buckets = states.length > 0 ? '({ status }) => [status]' : "() => ['all']";
  const counted = `counted: { list: '${area.snake}', buckets: ${buckets} },`;
  const imports = `
import type { ${Loaner} } from '../../../domain/${area.kebab}/${kebab}.js';
import { SHOP_CURRENCY } from '../../storage/lists/shop-currency.js';
import { plainKind, type RecordKind } from '../../storage/records/record-kind.js';
import { selectList } from '../../storage/tables/table.js';
import { ${loaner}Table } from './${kebab}.table.js';
`;
  if (!money)
    return `${imports}
export const ${LOANER}_KIND = plainKind<${Loaner}>({
  table: ${loaner}Table,
  ${counted}
});
`;
  return `${imports}
export const ${LOANER}_KIND: RecordKind<${Loaner}> = {
  table: ${loaner}Table,
  select: \`\${selectList(${loaner}Table)}, \${SHOP_CURRENCY}\`,
  from: '${area.snake} t',
  ${counted}
};
`;
}

/** The source that says how the rows of an erased customer are emptied: `adapters/areas/<area>/<record>.erasure.ts`. */
export function erasureSource({ record, fields }) {
  const { camel: loaner, kebab } = record;
  const conditions = fields.flatMap(({ name, typeName }) => {
    if (typeName === 'customer') return [`t.${name} = \${parameter(customer)}`];
    if (typeName === 'email') return [`\${isOneOf('t.${name}', emails, parameter)}`];
    return typeName === 'phone' ? [`\${isOneOf('t.${name}', numbers, parameter)}`] : [];
  });
  const person = [
    ['customer', 'customer'],
    ['email', 'emails'],
    ['phone', 'numbers'],
  ];
  const known = person.filter(([type]) => fields.some(({ typeName }) => typeName === type)).map(([, name]) => name);
  const emptied = fields.filter(({ is }) => is.emptied);
  // The linter wants no template around a single expression.
  const alone = conditions.length === 1 ? /^\$\{(.*)\}$/.exec(conditions[0])?.[1] : undefined;
  return `
import { emptied, isOneOf } from '../../storage/erasure/eraser.js';
import { ${loaner}Table } from './${kebab}.table.js';

/** Only texts say something about a person. All other values stay. */
export const ${loaner}Erasure = emptied({
  table: ${loaner}Table,
  about: ({ ${known.join(', ')} }, parameter) => ${alone ?? `\`${conditions.join(' or ')}\``},
  to: { ${emptied.map(({ key, optional }) => `${key}: ${optional ? "'null'" : "`'erased'`"}`).join(', ')} },
});
`;
}

/** The area's line in the list of storages: `adapters/areas/<area>/storage.ts`. */
export function storageSource({ area, record, personal, time }) {
  const { camel: loaner, kebab } = record;
  const { pascal: Loaners, camel: loaners } = area;
  return `
import { ${Loaners} } from '../../../application/areas/${area.kebab}/${area.kebab}.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { ${Loaners}${time} } from '../../migrations/${time}-${area.kebab}.js';
import { ${loaner}Erasure } from './${kebab}.erasure.js';
import { ${loaner}Table } from './${kebab}.table.js';
import { Postgres${Loaners} } from './postgres-${area.kebab}.js';

export const ${loaners}Storage = storage({
  migrations: [${Loaners}${time}],
  tables: [${loaner}Table],
  ${personal ? `erases: [${loaner}Erasure],` : `impersonal: [${loaner}Table],`}
  provides: [provide(${Loaners}, Postgres${Loaners}, [Database])],
});
`;
}
