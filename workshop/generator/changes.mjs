import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { requireOwnNames } from './own-names.mjs';
import { refuseUnless } from './refusal.mjs';
import { withImportsInOrder } from './source.mjs';

/** The files that a command is going to write. Nothing is written before all of them are made. */
export class Changes {
  #checkout;
  /** path → text */
  #created = new Map();
  #edited = new Map();

  constructor(checkout) {
    this.#checkout = checkout;
  }

  /** @throws Refusal when the file exists */
  create(file, template) {
    refuseUnless(!this.#checkout.has(file), `${file} is there already, and nothing is overwritten. Take another name.`);
    this.#created.set(file, withImportsInOrder(template));
  }

  /** @param edit takes the file's text and returns the new text */
  edit(file, edit) {
    this.#edited.set(file, edit(this.#edited.get(file) ?? this.#checkout.read(file)));
  }

  /** @throws Refusal when a new class has the name of an existing one */
  requireOwnClasses() {
    const taken = this.#checkout.classes;
    for (const [file, text] of this.#created) {
      if (!file.startsWith('application/')) continue;
      for (const [, name] of text.matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm))
        refuseUnless(!taken.has(name), `a class is named ${name} already. Take another name.`);
    }
  }

  /** @throws Refusal when a new name clashes with another one of its file */
  requireOwnNames() {
    requireOwnNames(new Map([...this.#created, ...this.#edited]));
  }

  /** Formats all texts. @returns for each file its path, its text, and its text before, or null for a new file */
  async finished() {
    const files = [];
    for (const [file, text] of [...this.#created, ...this.#edited]) {
      const path = join(this.#checkout.root, file);
      const before = this.#created.has(file) ? null : this.#checkout.read(file);
      files.push({ file, before, text: await format(text, { ...(await resolveConfig(path)), filepath: path }) });
    }
    return files;
  }

  write(files) {
    for (const { file, before, text } of files) {
      const path = join(this.#checkout.root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: before === null ? 'wx' : 'w' });
    }
  }
}

/** Returns the lines of a file that are new, as a reader of `--dry-run` wants to see them. */
export function shownChange({ file, before, text }) {
  if (before === null) return `=== ${file} (new)\n${text}`;
  const old = before.split('\n');
  const added = text.split('\n').filter((line) => {
    const at = old.indexOf(line);
    if (at >= 0) old.splice(at, 1);
    return at < 0;
  });
  return `=== ${file}\n${added.map((line) => `+${line}\n`).join('')}`;
}
