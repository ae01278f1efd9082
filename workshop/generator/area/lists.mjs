import { capabilityOf } from './verbs.mjs';

/** The list by cursor, only on REST: `application/areas/<area>/search-<records>.ts`. */
export function searchSource({ area, record, about }) {
  const { pascal: Loaner, kebab } = record;
  const { pascal: Loaners, camel: loaners } = area;
  return `
import type { ${Loaner} } from '../../../domain/${area.kebab}/${kebab}.js';
import { CursorLimit, CursorToken } from '../../kernel/fields/filter-fields.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { get, operation, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/cursors.js';
import { ${Loaner}View } from './${kebab}.view.js';
import { ${Loaners} } from './${area.kebab}.js';

class Search${Loaners}Input {
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class Search${Loaners} implements UseCase<Search${Loaners}Input, Slice<${Loaner}>> {
  constructor(
    private readonly ${loaners}: ${Loaners},
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, { limit, cursor }: Search${Loaners}Input): Promise<Slice<${Loaner}>> {
    const scope = { shop: shop.id, list: '${area.snake}', filter: {} };
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => this.${loaners}.search(shop.id, rows, after));
  }
}

export const search${Loaners} = operation(Search${Loaners}, {
  name: '${area.snake}.search',
  summary: 'List ${area.text} by cursor',
  description: ${JSON.stringify(`${about} Newest first.`)},
  scope: 'read',
  route: get('/${area.kebab}'),
  input: Search${Loaners}Input,
  output: cursorPageOf(${Loaner}View),
  needs: [${Loaners}, Cursors],
});
`;
}

/** The list by offset, a capability: `application/areas/<area>/list-<records>.ts`. */
export function listSource(spec) {
  const { area, record, states } = spec;
  const { pascal: Loaner, constant: LOANER, kebab } = record;
  const { pascal: Loaners, camel: loaners } = area;
  const [given, passed] = states.length > 0 ? ['status, ', 'status ?? null, '] : ['', ''];
  const status = `  @OneOf(${LOANER}_STATUSES, { optional: true, description: 'Only those; all when left out.' }) status?: ${Loaner}Status;\n`;
  const [what, refused] =
    states.length > 0
      ? ['with their status and an exact `total`', 'an unknown status']
      : ['with an exact `total`', 'a `limit` that is not a number from 1 to 100'];
  return `
import { ${LOANER}_STATUSES, type ${Loaner}, type ${Loaner}Status } from '../../../domain/${area.kebab}/${kebab}.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { operation, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { ${Loaner}View } from './${kebab}.view.js';
import { ${Loaners} } from './${area.kebab}.js';

class List${Loaners}Input {
${states.length > 0 ? status : ''}  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class List${Loaners} implements UseCase<List${Loaners}Input, OffsetSlice<${Loaner}>> {
  constructor(private readonly ${loaners}: ${Loaners}) {}

  execute({ shop }: Caller, { ${given}limit = 25, offset = 0 }: List${Loaners}Input): Promise<OffsetSlice<${Loaner}>> {
    return this.${loaners}.list(shop.id, ${passed}limit, offset);
  }
}

export const list${Loaners} = operation(List${Loaners}, {
  name: '${area.snake}.list',
  summary: 'List ${area.text}',
  description:
    'Lists the shop’s ${area.text}, newest first, ${what}. Nobody is contacted. A repetition reads anew. ' +
    'Refuses ${refused}.',
  scope: 'read',
  ${capabilityOf(spec, 'read')}
  input: List${Loaners}Input,
  output: offsetPageOf(${Loaner}View),
  needs: [${Loaners}],
});
`;
}
