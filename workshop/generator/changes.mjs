import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { format, resolveConfig } from 'prettier';
import { refuseUnless } from './refusal.mjs';
import { withEntry, withImport, withImportsInOrder } from './source.mjs';

const CLASS = /^(?:export )?(?:abstract )?class (\w+)/gm;
const DECLARED = /^(?:export )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/gm;
const IMPORTED = /^import (?:type )?\{([^}]*)\} from/gm;
/** Types of the language that the templates use. A type of the same name would stand in their place. */
const GLOBALS = 'Error Number Omit Partial Pick Promise Readonly Record String'.split(' ');

/** The files that a command is going to write. Nothing is written before all of them are made. */
export class Changes {
  #checkout;
  /** path → text */
  #created = new Map();
  #edited = new Map();

  constructor(checkout) {
    this.#checkout = checkout;
  }

  /** @throws Refusal when the file exists, or when a new class has the name of an existing one */
  create(files) {
    const taken = this.#checkout.classes;
    for (const [file, template] of files) {
      refuseUnless(!this.#checkout.has(file), `${file} is there already, and nothing is overwritten. Take another name.`);
      const classes = file.startsWith('application/') ? [...template.matchAll(CLASS)].map(([, name]) => name) : [];
      for (const name of classes) refuseUnless(!taken.has(name), `a class is named ${name} already. Take another name.`);
      this.#created.set(file, withImportsInOrder(template));
    }
  }

  /** @param edit takes the file's text and returns the new text */
  edit(file, edit) {
    this.#edited.set(file, edit(this.#edited.get(file) ?? this.#checkout.read(file)));
  }

  /** Adds a name to a list, and its import. */
  list(file, opening, name, from) {
    this.edit(file, (text) => withImport(withEntry(text, opening, name, file), name, from));
  }

  /**
   * Formats all texts.
   * @returns for each file its path, its text, and its text before, or null for a new file
   * @throws Refusal when a new name clashes with another one of its file
   */
  async finished() {
    const texts = [...this.#created, ...this.#edited];
    for (const [file, text] of texts) requireOwnNames(file, text);
    const made = texts.map(async ([file, text]) => {
      const path = join(this.#checkout.root, file);
      const before = this.#created.has(file) ? null : this.#checkout.read(file);
      return { file, before, text: await format(text, { ...(await resolveConfig(path)), filepath: path }) };
    });
    return Promise.all(made);
  }

  write(files) {
    for (const { file, before, text } of files) {
      const path = join(this.#checkout.root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: before === null ? 'wx' : 'w' });
    }
  }
}

/**
 * Looks for a name, such as `Phone`, that a file would have for two things: for the new record, and for something that the file
 * imports or declares. The compiler finds variables, but drops types before it looks.
 */
function requireOwnNames(file, text) {
  const imported = [...text.matchAll(IMPORTED)].flatMap(([, names]) => names.match(/\w+(?=\s*(?:,|$))/g) ?? []);
  const names = [...imported, ...[...text.matchAll(DECLARED)].map(([, name]) => name)];
  const known = new Set(GLOBALS);
  const twice = names.find((name) => known.has(name) || !known.add(name)) ?? hiddenVariable(text);
  refuseUnless(!twice, `${file} would have two things that are named ${twice}. Take another name, such as one of two words.`);
}

function hiddenVariable(text) {
  try {
    transformSync(text, { loader: 'ts', logLevel: 'silent' });
    return undefined;
  } catch ({ errors }) {
    return /The symbol "(\w+)" has already been declared/.exec(errors[0].text)?.[1];
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
