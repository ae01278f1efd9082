import pg from 'pg';

export interface TappedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Records every statement that any code of this process sends through the driver, until `close`. */
export class SqlTap {
  readonly statements: TappedStatement[] = [];
  private readonly original: Query;

  /** @param onQuery is called with each statement before it is sent */
  constructor(onQuery: (client: pg.Client, statement: TappedStatement) => void = () => undefined) {
    const { statements } = this;
    // The cast is safe: the overloads of `query` differ in their arguments, and these are passed on unchanged.
    const prototype = pg.Client.prototype as unknown as { query: Query };
    const { query } = prototype;
    this.original = query;
    prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
      const statement = statementOf(args);
      statements.push(statement);
      onQuery(this, statement);
      return query.apply(this, args);
    };
  }

  close(): void {
    (pg.Client.prototype as unknown as { query: Query }).query = this.original;
  }
}

function statementOf([first, second]: readonly unknown[]): TappedStatement {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
  const { text, values } = first as { text: string; values?: readonly unknown[] };
  return { text, values: values ?? (Array.isArray(second) ? second : []) };
}
