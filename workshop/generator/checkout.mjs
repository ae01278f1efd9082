import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listed } from './names.mjs';
import { refuseUnless } from './refusal.mjs';

/** Reads what the code of a checkout declares. */
export class Checkout {
  constructor(root) {
    this.root = root;
  }

  has(file) {
    return existsSync(join(this.root, file));
  }

  read(file) {
    return readFileSync(join(this.root, file), 'utf8');
  }

  /** Returns the files of a folder and its folders; none if there is no such folder. */
  filesIn(folder) {
    if (!this.has(folder)) return [];
    return readdirSync(join(this.root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  }

  /** Returns the areas by their names, each with its folder. */
  get areas() {
    const files = this.filesIn('application').filter((file) => /^application\/areas\/[^/]+\/area\.ts$/.test(file));
    return new Map(files.map((file) => [/name: '(\w+)'/.exec(this.read(file))?.[1], file.split('/')[2]]));
  }

  /** Returns the names of the operations, each with its file. */
  get operations() {
    const sources = this.filesIn('application').filter((file) => file.endsWith('.ts'));
    return new Map(
      sources.flatMap((file) => [...this.read(file).matchAll(/^ {2}name: '(\w+\.\w+)',$/gm)].map(([, name]) => [name, file])),
    );
  }

  /** Returns the operation that answers at a route, if there is one. */
  operationAt(method, path) {
    const route = `route: ${method}('${path}'`;
    return [...this.operations].find(([, file]) => this.read(file).includes(route))?.[0];
  }

  /** Tells whether a capability has this name. */
  hasTool(name) {
    const file = this.operations.get(name);
    return file !== undefined && /^ {2}capability: /m.test(this.read(file));
  }

  /** @throws Refusal when the shop's work has no such section */
  section(name) {
    const [, list = ''] = /SECTIONS = \[([\s\S]*?)\]/.exec(this.read('domain/access/permission.ts')) ?? [];
    const sections = [...list.matchAll(/'([\w.]+)', \/\/ (.*)/g)];
    const names = sections.map(([, one]) => one);
    const meanings = sections.map(([, one, meaning]) => `\n  ${one}: ${meaning}`).join('');
    refuseUnless(names.includes(name), `--section says who may call it, and is one of:${meanings}`);
    return name;
  }

  /** @throws Refusal when shops have no such feature */
  feature(name) {
    const [, list = ''] = /FEATURES = \[(.*)\]/.exec(this.read('domain/access/shop.ts')) ?? [];
    const features = [...list.matchAll(/'(\w+)'/g)].map(([, one]) => one);
    refuseUnless(name === undefined || features.includes(name), `--feature is one of ${listed(features)}.`);
    return name;
  }

  /** Returns the classes that the application declares. Their names must be unique. */
  get classes() {
    const sources = this.filesIn('application').filter((file) => file.endsWith('.ts'));
    return new Set(
      sources.flatMap((file) =>
        [...this.read(file).matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].map(([, name]) => name),
      ),
    );
  }

  /** Returns the kinds of ids that several areas use, such as `CustomerId`. */
  get sharedIds() {
    return new Set([...this.read('domain/shared/id.ts').matchAll(/^export type (\w+Id) =/gm)].map(([, name]) => name));
  }

  /** Returns the names of the records that every shop of the suites has. */
  get records() {
    const [, list = ''] = /export interface ShopRecords \{([\s\S]*?)\n\}/.exec(this.read('tests/support/records.ts')) ?? [];
    return new Set([...list.matchAll(/readonly (\w+):/g)].map(([, name]) => name));
  }
}
