import { endOf, withEntry, withImport, withMember } from './source.mjs';
import { filesOf, textOf } from './template.mjs';
import { refuseUnless } from './refusal.mjs';

/** Makes the files of an area, and its line in each list of areas. */
export function writeArea(values, changes) {
  const { records, 'records-name': folder, references } = values;
  for (const { portSource: port, adapter, Type } of references.filter((one) => one.adapter)) {
    const find = `find(shop: ShopId, id: ${Type}): Promise<${Type.replace(/Id$/, '')} | null>`;
    addMethod({ port, adapter, about: 'Null: not this shop’s.' }, find, 'return this.store.find(shop, id);', changes);
  }
  changes.create(filesOf('area', values));
  changes.list('application/areas/areas.ts', 'export const areas = [', `${records}Area`, `./${folder}/area.js`);
  changes.list('adapters/areas/storages.ts', 'storages: readonly Storage[] = [', `${records}Storage`, `./${folder}/storage.js`);
  changes.list('tests/support/areas.ts', 'readonly TestedArea[] = [', records, `./areas/${folder}.js`);
}

/** Makes the files of an operation, and its lines in those of its area. */
export function writeOperation(spec, changes, checkout) {
  const { name, kind, folder, place, file, section, values } = spec;
  const templates = { read: 'compute', write: 'compute' }[kind] ?? kind;
  changes.create([...filesOf(`operation/${templates}`, values), ...filesOf('operation/every', values)]);
  const area = place.file;
  // The first operation of an area makes the list.
  changes.edit(area, (text) =>
    text.includes('operations: [') ? text : text.replace(/^ {2}about: .*\n/m, '$&  operations: [],\n'),
  );
  changes.list(area, 'operations: [', file.camel, `./${file.kebab}.js`);
  if (kind === 'change') keepCauses(folder, changes, checkout);
  if (kind === 'list') addList(spec, changes, checkout);
  addForTests(place, 'samples: {', textOf('operation/sample.txt', values), changes);
  const hints = `{ destructiveHint: false, idempotentHint: ${kind === 'change'}, openWorldHint: false }`;
  if (section && ['change', 'write'].includes(kind)) addForTests(place, 'hints: {', `'${name}': ${hints}`, changes);
}

/** Adds an entry to a part of the area's file for the tests of all areas. The first entry makes the part. */
function addForTests({ kebab }, part, entry, changes) {
  const file = `tests/support/areas/${kebab}.ts`;
  const closed = { '{': '}', '[': ']' }[part.at(-1)];
  changes.edit(file, (text) => {
    const whole = text.includes(`  ${part}`) ? text : withMember(text, ': TestedArea = ', `${part}${closed},`);
    return withEntry(whole, `  ${part}`, entry, file);
  });
}

/** One kind of event with its description. */
const KIND = /'([\w.]+)': \{((?:'(?:\\.|[^'\\])*'|[^'{}])*)\}/g;

/**
 * The example of an event names the first operation of its area that announces events. If there was none, no operation causes the
 * events that the area has, and the new operation does not either.
 */
function keepCauses(folder, changes, checkout) {
  const announcing = checkout.found(`application/areas/${folder}`, /^ {2}(needs): \[[^\]]*\bAnnouncer\b/gm);
  if (announcing.some(([, file]) => !file.includes('/create-'))) return;
  const described = checkout.found(`application/areas/${folder}`, /^export const (\w+) = eventKinds\b/gm);
  for (const [, file] of described) changes.edit(file, (text) => text.replaceAll(KIND, withoutCause));
}

function withoutCause(whole, kind, description) {
  if (kind.endsWith('.created') || /causedBy|internal/.test(description)) return whole;
  return `'${kind}': {${description.trimEnd().replace(/,$/, '')}, causedBy: null }`;
}

/** Adds the statement of a list by cursor to the port and to its adapter, and the list to the test of all lists by cursor. */
function addList({ name, place, file, path, port, record }, changes, checkout) {
  const { pascal: type, adapter, kind, table } = record;
  const pages = `${file.camel}Pages`;
  const list = `${file.camel}(shop: ShopId, limit: number, after: Position | null): Promise<${type}[]>`;
  addMethod({ port, adapter, about: 'Newest first.' }, list, `return this.${pages}.list(shop, [], limit, after);`, changes);
  changes.edit(port.file, (text) => withImport(text, 'type Position', '../../kernel/operation/page.js'));
  changes.edit(adapter, (text) => {
    const made = text
      .replace('\n  constructor(', `\n  private readonly ${pages}: KeysetPages<${type}>;\n\n  constructor(`)
      .replace('    super();\n', `    super();\n    this.${pages} = new KeysetPages(database, ${kind}, '${name}');\n`);
    const paged = withImport(made, 'type Position', '../../../application/kernel/operation/page.js');
    return withImport(paged, 'KeysetPages', '../../storage/lists/keyset-pages.js');
  });
  const lists = `tests/support/areas/${place.kebab}.ts`;
  addForTests(place, 'cursorLists: [', anotherList(checkout.read(lists), lists, table, path), changes);
}

/** Adds a method to a port and to its adapter. */
function addMethod({ port, adapter, about }, signature, body, changes) {
  changes.edit(port.file, (text) =>
    withMember(text, `export abstract class ${port.name} `, `/** ${about} */\n  abstract ${signature};`),
  );
  const written = `\n  override ${signature} {\n    ${body}\n  }`;
  changes.edit(adapter, (text) => withMember(text, `export class Postgres${port.name} `, written));
}

/** The entry of another list of the same table, for a new path and without filters. */
function anotherList(text, file, table, path) {
  const at = text.indexOf(`table: '${table}'`);
  refuseUnless(at >= 0, `${file} has no list of ${table} to copy: write the list by hand.`);
  const open = text.lastIndexOf('{', at);
  const entry = text.slice(open, endOf(text, open) + 1);
  const filters = entry.indexOf('filters: [') + 'filters: '.length;
  const plain = `${entry.slice(0, filters)}[[() => '', () => true]]${entry.slice(endOf(entry, filters) + 1)}`;
  return plain.replace(/path: '[^']*'/, `path: '${path}'`);
}
