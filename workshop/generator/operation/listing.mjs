import { refuseUnless } from '../refusal.mjs';
import { endOf, withEntry, withImport } from '../source.mjs';

const LISTS = 'tests/support/cursor-lists.ts';

/** A list of the area's records by cursor: `--list`. */
export function listingSource({ name, area, pascal, file, path, port, listed }) {
  const { type, from, view } = listed;
  return `
import type { ${type} } from '${from}';
import { CursorLimit, CursorToken } from '../../kernel/fields/filter-fields.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { get, operation, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/cursors.js';
import { ${type}View } from './${view}.js';
import { ${port.name} } from './${area.kebab}.js';

class ${pascal}Input {
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class ${pascal} implements UseCase<${pascal}Input, Slice<${type}>> {
  constructor(
    private readonly ${port.key}: ${port.name},
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, { limit, cursor }: ${pascal}Input): Promise<Slice<${type}>> {
    const scope = { shop: shop.id, list: '${name}', filter: {} };
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => this.${port.key}.${file.camel}(shop.id, rows, after));
  }
}

export const ${file.camel} = operation(${pascal}, {
  name: '${name}',
  summary: 'List ${file.words.slice(1).join(' ')} ${area.text}',
  description: 'The shop’s ${area.text}, newest first.',
  scope: 'read',
  route: get('${path}'),
  input: ${pascal}Input,
  output: cursorPageOf(${type}View),
  needs: [${port.name}, Cursors],
});
`;
}

/** Adds the statement of the list to the port and to its adapter, and the list to the test of all lists by cursor. */
export function addList({ name, file, path, port, listed }, changes) {
  const { type, adapter, kind, table } = listed;
  const parameters = 'shop: ShopId, limit: number, after: Position | null';
  const method = file.camel;
  changes.edit(port.file, (text) =>
    inClass(withImport(text, 'type Position', '../../kernel/operation/page.js'), `export abstract class ${port.name} `, [
      `/** Newest first. */\n  abstract ${method}(${parameters}): Promise<readonly ${type}[]>;`,
    ]),
  );
  const pages = `${method}Pages`;
  changes.edit(adapter, (text) => {
    const page = withImport(text, 'type Position', '../../../application/kernel/operation/page.js');
    const imported = withImport(page, 'KeysetPages', '../../storage/lists/keyset-pages.js');
    const made = imported
      .replace('\n  constructor(', `\n  private readonly ${pages}: KeysetPages<${type}>;\n\n  constructor(`)
      .replace('    super();\n', `    super();\n    this.${pages} = new KeysetPages(database, ${kind}, '${name}');\n`);
    return inClass(made, `export class Postgres${port.name} `, [
      `\n  override ${method}(${parameters}): Promise<${type}[]> {\n    return this.${pages}.list(shop, [], limit, after);\n  }`,
    ]);
  });
  changes.edit(LISTS, (text) =>
    withEntry(text, 'CURSOR_LISTS: readonly CursorList[] = [', anotherList(text, table, path), LISTS),
  );
}

/** Reads what a list needs: the type of the records, and how they are stored. @throws Refusal when the area has no such adapter */
export function readListed(folder, port, checkout) {
  const adapter = `adapters/areas/${folder}/postgres-${folder}.ts`;
  const text = port && checkout.has(adapter) ? checkout.read(adapter) : '';
  const [, kind, record] = /import \{[^}]*\b(\w+_KIND)\b[^}]*\} from '\.\/([\w-]+)\.kind\.js';/.exec(text) ?? [];
  const [, type] = /RecordStore<(\w+)>/.exec(text) ?? [];
  const shape = type && kind && text.includes('constructor(database: Database) {\n    super();\n');
  refuseUnless(shape, `no ${adapter} keeps records in the usual way, so write the list by docs/adding-an-operation.md.`);
  const view = `application/areas/${folder}/${record}.view.ts`;
  const shows = checkout.has(view) && new RegExp(`static of\\((?:\\w+|\\{[^}]*\\}): ${type}\\b`).test(checkout.read(view));
  refuseUnless(shows, `no ${view} shows a ${type}, so write the list by docs/adding-an-operation.md.`);
  const [, table] = /\btable(?:<[\s\S]*?>)?\(\s*'(\w+)'/.exec(checkout.read(`adapters/areas/${folder}/${record}.table.ts`)) ?? [];
  refuseUnless(
    checkout.read(LISTS).includes(`table: '${table}'`),
    `${LISTS} has no list of ${table} to copy: write the list by hand.`,
  );
  const [, from] = new RegExp(`import (?:type )?\\{[^}]*\\b${type}\\b[^}]*\\} from '([^']+)'`).exec(port.text);
  return { adapter, kind, type, table, from, view: `${record}.view` };
}

/** Adds members at the end of a class. */
function inClass(text, opening, members) {
  const end = endOf(text, text.indexOf('{', text.indexOf(opening)));
  return `${text.slice(0, end)}  ${members.join('\n')}\n${text.slice(end)}`;
}

/** The entry of another list of the same table, for a new path and without filters. */
function anotherList(text, table, path) {
  const open = text.lastIndexOf('{', text.indexOf(`table: '${table}'`));
  const entry = text.slice(open, endOf(text, open) + 1);
  const filters = entry.indexOf('filters: [') + 'filters: '.length;
  const plain = `${entry.slice(0, filters)}[[() => '', () => true]]${entry.slice(endOf(entry, filters) + 1)}`;
  return plain.replace(/path: '[^']*'/, `path: '${path}'`);
}
