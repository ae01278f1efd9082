/** How tools are named: as the specification does, or as those model providers want it that refuse a dot. */
export type Spelling = 'dot' | 'underscore';

/** @param name of an operation */
export function spelled(name: string, spelling: Spelling): string {
  return spelling === 'dot' ? name : name.replaceAll('.', '_');
}

/** The names of tools in a text, wherever it has them. */
export class ToolNames {
  private readonly known: RegExp;

  constructor(names: readonly string[]) {
    this.known = new RegExp(`\\b(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})\\b`, 'g');
  }

  in(text: string): readonly string[] {
    return text.match(this.known) ?? [];
  }

  respell(text: string, spelling: Spelling): string {
    return spelling === 'dot' ? text : text.replace(this.known, (name) => spelled(name, spelling));
  }
}
