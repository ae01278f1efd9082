/** The adapter of the port: `adapters/areas/<area>/postgres-<records>.ts`. */
export function adapterSource({ area, record, states }) {
  const { pascal: Loaner, camel: loaner, constant: LOANER, kebab } = record;
  const { pascal: Loaners, snake: table } = area;
  const moves = states.length > 0;
  return `
import type { Announced } from '../../../application/kernel/events/announcer.js';
import { ${Loaners} } from '../../../application/areas/${area.kebab}/${area.kebab}.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { ${Loaner}, ${Loaner}Id, ${Loaner}Status } from '../../../domain/${area.kebab}/${kebab}.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import type { Parameter } from '../../storage/statement.js';
import { KeysetPages } from '../../storage/lists/keyset-pages.js';
import { countedTotal, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { ${LOANER}_KIND } from './${kebab}.kind.js';

export class Postgres${Loaners} extends ${Loaners} {
  private readonly store: RecordStore<${Loaner}>;
  private readonly byCursor: KeysetPages<${Loaner}>;
  private readonly byOffset: OffsetPages<${Loaner}>;

  constructor(database: Database) {
    super();
    this.store = new RecordStore(database, ${LOANER}_KIND);
    this.byCursor = new KeysetPages(database, ${LOANER}_KIND, '${table}.search');
    this.byOffset = new OffsetPages(database, ${LOANER}_KIND, '${table}.list');
  }

  override find(shop: ShopId, id: ${Loaner}Id): Promise<${Loaner} | null> {
    return this.store.find(shop, id);
  }

  override search(shop: ShopId, limit: number, after: Position | null): Promise<${Loaner}[]> {
    return this.byCursor.list(shop, [], limit, after);
  }

${moves ? filteredList(Loaner) : plainList(Loaner)}
  override add(shop: ShopId, ${loaner}: Announced<${Loaner}>): Promise<void> {
    return this.store.add(shop, ${loaner});
  }
${moves ? changeMethod(record) : ''}}

${moves ? filteredSelects(Loaner, table) : plainSelects(table)}`;
}

function filteredList(Loaner) {
  return `  override list(shop: ShopId, status: ${Loaner}Status | null, limit: number, offset: number): Promise<OffsetSlice<${Loaner}>> {
    return this.byOffset.list(shop, limit, offset, (parameter) => pageSelects(status, parameter));
  }
`;
}

function plainList(Loaner) {
  return `  override list(shop: ShopId, limit: number, offset: number): Promise<OffsetSlice<${Loaner}>> {
    return this.byOffset.list(shop, limit, offset, () => PAGE);
  }
`;
}

function changeMethod({ pascal: Loaner, camel: loaner }) {
  return `
  override change(shop: ShopId, id: ${Loaner}Id, change: (${loaner}: ${Loaner}) => Announced<${Loaner}>): Promise<${Loaner} | null> {
    return this.store.change(shop, id, change);
  }
`;
}

function filteredSelects(Loaner, table) {
  return `/** \`$1\` is the shop, \`$2\` the limit, \`$3\` the offset. */
function pageSelects(status: ${Loaner}Status | null, parameter: Parameter): PageSelects {
  const wanted = status === null ? null : parameter(status);
  const bucket = wanted === null ? '' : \`and c.bucket = \${wanted}\`;
  const matching = wanted === null ? '' : \`and t.status = \${wanted}\`;
  const ids = \`select t.id from ${table} t where t.shop_id = $1 \${matching}
    order by t.created_at desc, t.id desc limit $2 offset $3\`;
  return { total: countedTotal('${table}', bucket), ids };
}
`;
}

function plainSelects(table) {
  return `/** \`$1\` is the shop, \`$2\` the limit, \`$3\` the offset. */
const PAGE: PageSelects = {
  total: countedTotal('${table}'),
  ids: 'select t.id from ${table} t where t.shop_id = $1 order by t.created_at desc, t.id desc limit $2 offset $3',
};
`;
}
