import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const PARTS = ['openapi', 'tools', 'events', 'exports', 'database'];
const ACCEPTED = 'workshop/contract/accepted.json';
const CHANGELOG = 'CHANGELOG.md';

/** The files of a checkout that say what was released. */
export class ContractFiles {
  constructor(root) {
    this.root = root;
  }

  released() {
    return Object.fromEntries(PARTS.map((part) => [part, JSON.parse(this.#read(`workshop/contract/${part}.json`))]));
  }

  accepted() {
    return JSON.parse(this.#read(ACCEPTED));
  }

  changelog() {
    return this.#read(CHANGELOG);
  }

  packageVersion() {
    return JSON.parse(this.#read('package.json')).version;
  }

  writeChangelog(text) {
    writeFileSync(join(this.root, CHANGELOG), text);
  }

  /** Writes the contract of a release. What was accepted is broken now, so the list becomes empty. */
  async writeReleased(contract) {
    for (const part of PARTS) await this.#writeJson(`workshop/contract/${part}.json`, contract[part]);
    await this.#writeJson(ACCEPTED, []);
  }

  #read(file) {
    return readFileSync(join(this.root, file), 'utf8');
  }

  async #writeJson(file, value) {
    const style = await resolveConfig(fileURLToPath(import.meta.url));
    writeFileSync(join(this.root, file), await format(JSON.stringify(value), { ...style, parser: 'json' }));
  }
}
