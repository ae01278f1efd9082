import { statement, type Statement } from './database.js';

/** Makes a value a parameter of the statement. */
export type Parameter = (value: unknown) => string;

/** Statements whose text is put together for each call: every text there is, is prepared once. */
export class RememberedStatements {
  private readonly statements = new Map<string, Statement>();

  of(text: string): Statement {
    const known = this.statements.get(text) ?? statement(text);
    this.statements.set(text, known);
    return known;
  }
}
