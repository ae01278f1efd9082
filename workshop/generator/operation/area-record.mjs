import { namesOf } from '../names.mjs';
import { refuseUnless } from '../refusal.mjs';

const FIND = /abstract find\( ?shop: ShopId, id: (\w+),? ?\): Promise<(\w+) \| null>/;
const CHANGE = /abstract change\( ?shop: ShopId, id: (\w+), change: \(\w+: (\w+)\) => Announced<\2>,? ?\): Promise<\2 \| null>/;

/**
 * Reads what an area says about its records: its port, and the type, the id, the view and the events of a record.
 * @param folder the area's folder
 */
export class AreaRecord {
  #checkout;
  #folder;

  constructor(folder, checkout) {
    this.#checkout = checkout;
    this.#folder = folder;
  }

  /** Returns the port's class and file; null if the area has no port of its name. */
  get port() {
    const file = `application/areas/${this.#folder}/${this.#folder}.ts`;
    if (!this.#checkout.has(file)) return null;
    const text = this.#checkout.read(file);
    const [, name] = /^export abstract class (\w+) /m.exec(text) ?? [];
    return name === undefined ? null : { file, text, name, key: name.charAt(0).toLowerCase() + name.slice(1) };
  }

  /** @throws Refusal when the port cannot find one record */
  get found() {
    return this.#described(FIND, 'find(shop, id)');
  }

  /** @throws Refusal when the port cannot change one record, or its events have no list */
  get changed() {
    const record = this.#described(CHANGE, 'change(shop, id, change)');
    const file = `application/areas/${this.#folder}/${record.kebab}.events.ts`;
    refuseUnless(
      this.#checkout.has(file),
      `a change is announced, but there is no ${file}. Add it first: docs/adding-an-operation.md.`,
    );
    return { ...record, events: /export const (\w+) =/.exec(this.#checkout.read(file))[1] };
  }

  #described(method, signature) {
    const { port } = this;
    const [, id, name] = (port && method.exec(port.text.replaceAll(/\s+/g, ' '))) ?? [];
    refuseUnless(name, `the area’s port has no method ${signature}. Add it first: docs/adding-an-operation.md, "A new query".`);
    const kebab = name.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase();
    const view = `application/areas/${this.#folder}/${kebab}.view.ts`;
    const shown = this.#checkout.has(view)
      ? /static of\((?:\w+|\{[^}]*\}): (\w+)/.exec(this.#checkout.read(view))?.[1]
      : undefined;
    refuseUnless(shown === name, `no view of the area shows a ${name} (${view}). Add it first: docs/adding-an-operation.md.`);
    const key = name.charAt(0).toLowerCase() + name.slice(1);
    refuseUnless(
      this.#checkout.records.has(key),
      `tests/support/records.ts has no ${key}, which the samples need. Add it first.`,
    );
    const { text, article } = namesOf(kebab);
    return { id, name, kebab, key, text, article, from: this.#originOf(name), idFrom: this.#originOf(id) };
  }

  /** Returns the path from which the port imports a type. */
  #originOf(type) {
    const imports = [...this.port.text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)';$/gm)];
    return imports.find(([, names]) => new RegExp(`\\b${type}\\b`).test(names))[2];
  }
}
