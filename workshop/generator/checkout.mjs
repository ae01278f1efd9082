import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kebabOf, listed, lowered, namesOf } from './names.mjs';
import { refuseUnless } from './refusal.mjs';

/** The methods of a port by which an operation gets a record: the id, and the type of the record. */
const METHODS = {
  'find(shop, id)': /abstract find\( ?shop: ShopId, id: (\w+Id),? ?\): Promise<(\w+) \| null>/,
  'change(shop, id, change)':
    /abstract change\( ?shop: ShopId, id: (\w+Id), change: \(\w+: (\w+)\) => Announced<\2>,? ?\): Promise<\2 \| null>/,
};
const GUIDE = 'docs/adding-an-operation.md';

/** Reads what the code of a checkout declares. */
export class Checkout {
  constructor(root) {
    this.root = root;
  }

  has(file) {
    return existsSync(join(this.root, file));
  }

  /** Returns the text of a file; an empty one if there is no such file. */
  read(file) {
    return this.has(file) ? readFileSync(join(this.root, file), 'utf8') : '';
  }

  /** Returns the first group of what a pattern finds in the sources of a folder, each with its file. */
  found(folder, pattern) {
    const names = readdirSync(join(this.root, folder), { recursive: true }).filter((name) => name.endsWith('.ts'));
    const files = names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
    return files.flatMap((file) => [...this.read(file).matchAll(pattern)].map(([, name]) => [name, file]));
  }

  /** Returns the areas by their names, each with its folder, its file, and its name as its port and its tests are named. */
  get areas() {
    const named = this.found('application/areas', /^ {2}name: '(\w+)',$/gm).filter(([, file]) => /[/.]area\.ts$/.test(file));
    return new Map(named.map(([name, file]) => [name, { folder: file.split('/')[2], file, kebab: name.replaceAll('_', '-') }]));
  }

  /** Returns the names of the operations, each with its file. */
  get operations() {
    return new Map(this.found('application', /^ {2}name: '(\w+\.\w+)',$/gm));
  }

  /** @throws Refusal when another operation answers at the route */
  requireFree(method, path, advice) {
    const other = [...this.operations].find(([, file]) => this.read(file).includes(`route: ${method}('${path}'`))?.[0];
    refuseUnless(!other, `${other} answers ${method.toUpperCase()} ${path} already${advice}`);
  }

  /** Returns the option of an id that names the tool from which ids come; an empty text if the area has no such tool. */
  listedBy(area) {
    const file = this.operations.get(`${area}.list`);
    return file && /^ {2}capability: /m.test(this.read(file)) ? `listedBy: '${area}.list'` : '';
  }

  /** @throws Refusal when the shop's work has no such section */
  section(name) {
    const [, list = ''] = /SECTIONS = \[([\s\S]*?)\]/.exec(this.read('domain/access/permission.ts')) ?? [];
    const sections = [...list.matchAll(/'([\w.]+)', \/\/ (.*)/g)];
    const meanings = sections.map(([, one, meaning]) => `\n  ${one}: ${meaning}`).join('');
    refuseUnless(
      sections.some(([, one]) => one === name),
      `--section says who may call it, and is one of:${meanings}`,
    );
    return name;
  }

  /** Returns the feature as a part of a capability. @throws Refusal when shops have no such feature */
  feature(name) {
    const [, list = ''] = /FEATURES = \[(.*)\]/.exec(this.read('domain/access/shop.ts')) ?? [];
    const features = [...list.matchAll(/'(\w+)'/g)].map(([, one]) => one);
    refuseUnless(name === undefined || features.includes(name), `--feature is one of ${listed(features)}.`);
    return name === undefined ? '' : `, feature: '${name}'`;
  }

  /** Returns the classes that the application declares. Their names must be unique. */
  get classes() {
    return new Set(this.found('application', /^(?:export )?(?:abstract )?class (\w+)/gm).map(([name]) => name));
  }

  /** Returns the kinds of ids that several areas use, such as `CustomerId`. */
  get sharedIds() {
    return new Set(this.found('domain/shared', /^export type (\w+Id) =/gm).map(([name]) => name));
  }

  /** Returns the names of the records that every shop of the suites has. */
  get records() {
    const declared = this.found('tests/support/areas', /interface ShopRecords \{([\s\S]*?)\n {2}\}/g);
    return new Set(declared.flatMap(([list]) => [...list.matchAll(/readonly (\w+):/g)].map(([, name]) => name)));
  }

  /** Returns the port of an area, its class and its file; null if the area has no port of its name. */
  portOf({ folder, kebab }) {
    const file = `application/areas/${folder}/${kebab}.ts`;
    const text = this.read(file);
    const name = /^export abstract class (\w+) /m.exec(text)?.[1];
    return name === undefined ? null : { file, text, name, key: lowered(name) };
  }

  /** Returns the record that a method of an area's port gives. @throws Refusal when an operation cannot have it */
  recordBy(signature, area) {
    const [, id, type] = METHODS[signature].exec(this.portOf(area)?.text.replaceAll(/\s+/g, ' ') ?? '') ?? [];
    refuseUnless(type, `the area’s port has no method ${signature}. Add it first: ${GUIDE}, "A new query".`);
    const record = this.#shown(area, type, kebabOf(type));
    this.#requireStored(record.camel);
    const events = `application/areas/${area.folder}/${record.kebab}.view.ts`;
    const kinds = /export const (\w+) = eventKinds\b/.exec(this.read(events))?.[1];
    const announced = signature.startsWith('find') || kinds !== undefined;
    refuseUnless(announced, `a change is announced, but ${events} declares no kinds of events. Add it first: ${GUIDE}.`);
    return { ...record, id, idFrom: this.#origin(id, area), events: kinds };
  }

  /** Returns how an area stores its records: in a `RecordStore` of its adapter. @throws Refusal when it does it in another way */
  storedRecord(area) {
    const adapter = `adapters/areas/${area.folder}/postgres-${area.kebab}.ts`;
    const text = this.read(adapter);
    const [, kind, kebab] = /import \{[^}]*\b(\w+_KIND)\b[^}]*\} from '\.\/([\w-]+)\.entity\.js';/.exec(text) ?? [];
    const type = /private readonly store: RecordStore<(\w+)>/.exec(text)?.[1];
    const isUsual = type && kind && text.includes('constructor(database: Database) {\n    super();\n');
    refuseUnless(isUsual, `no ${adapter} keeps records in the usual way, so write it by ${GUIDE}.`);
    return { ...this.#shown(area, type, kebab), adapter, kind, table: this.#table(area, kebab) };
  }

  /**
   * Returns the record of an area to which records of others can refer.
   * @returns with `adapter` if the port cannot find one by its id yet, but the adapter could
   */
  referredRecord(area) {
    const port = this.portOf(area);
    const known = METHODS['find(shop, id)'].exec(port?.text.replaceAll(/\s+/g, ' ') ?? '')?.[1];
    const stored = known ? null : this.storedRecord(area);
    const id = known ?? `${stored.pascal}Id`;
    const names = namesOf(kebabOf(id.slice(0, -'Id'.length)));
    const table = this.#table(area, names.kebab);
    const idFrom = this.#origin(id, area);
    refuseUnless(
      table && idFrom,
      `no record of ${area.kebab} can be found by its id, so write the reference by docs/adding-an-area.md.`,
    );
    this.#requireStored(names.camel);
    return { ...names, id, idFrom, port, table, adapter: stored?.adapter };
  }

  #requireStored(record) {
    const isStored = this.records.has(record);
    refuseUnless(isStored, `tests/support/areas has no record ${record}, which the samples need. Add it first.`);
  }

  #shown(area, type, kebab) {
    const view = `application/areas/${area.folder}/${kebab}.view.ts`;
    const shown = /static of\((?:\w+|\{[^}]*\}): (\w+)/.exec(this.read(view))?.[1];
    refuseUnless(shown === type, `no view of the area shows a ${type} (${view}). Add it first: ${GUIDE}.`);
    return { ...namesOf(kebab), pascal: type, camel: lowered(type), from: this.#origin(type, area) };
  }

  #table({ folder }, kebab) {
    const text = this.read(`adapters/areas/${folder}/${kebab}.entity.ts`);
    return /\btable(?:<[\s\S]*?>)?\(\s*'(\w+)'/.exec(text)?.[1];
  }

  /** Returns the path from which the port imports a type. */
  #origin(type, area) {
    const imports = [...this.portOf(area).text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)';$/gm)];
    return imports.find(([, names]) => new RegExp(`\\b${type}\\b`).test(names))?.[2];
  }
}
