/**
 * The spelling of tools' names: with a dot as in the specification, or with an underscore for model providers that refuse a dot.
 */
export type Spelling = 'dot' | 'underscore';

/** @param name the name of an operation */
export function spelled(name: string, spelling: Spelling): string {
  return spelling === 'dot' ? name : name.replaceAll('.', '_');
}

const DOTTED = /\b[a-z_]+\.[a-z_]+\b/g;

/** Finds and respells the names of tools in a text. */
export class ToolNames {
  private readonly known: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.known = new Set(names);
  }

  in(text: string): readonly string[] {
    return (text.match(DOTTED) ?? []).filter((name) => this.known.has(name));
  }

  respell(text: string, spelling: Spelling): string {
    return spelling === 'dot' ? text : text.replace(DOTTED, (name) => (this.known.has(name) ? spelled(name, spelling) : name));
  }
}
