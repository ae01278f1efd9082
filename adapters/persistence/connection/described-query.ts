import pg, { type Connection, type QueryConfig, type QueryResultRow } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { VALUE_TYPES } from './values.js';

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The columns of a statement's rows. */
interface Shape {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  /** a row with all columns, which every row is made from */
  readonly empty: Readonly<Record<string, unknown>>;
}

const NO_COLUMNS: Shape = { columns: [], empty: {} };

/** pg's own query, with the method that sends it. The cast adds this method, which pg's types leave out. */
const usual = pg.Query.prototype as unknown as { prepare(connection: Connection): void };

/**
 * The shapes of the statements that a connection has prepared, by the statement's name. A shape stays the same as long as its
 * connection lives, because PostgreSQL refuses a prepared statement whose result would have another one.
 */
const shapesOf = new WeakMap<Connection, Map<string, Shape>>();

/**
 * A run of a prepared statement. pg asks for the columns in every run, and looks up how each is parsed. This query does so once
 * for each connection. The methods are called by pg's client.
 */
export class DescribedQuery<Row extends QueryResultRow> extends pg.Query<Row> {
  readonly name: string;
  readonly query_timeout: number;
  /** pg's client puts one with its time limit around it */
  private callback: (error: Error | null, rows?: Row[]) => void;
  private readonly values: (string | Buffer | null)[];
  private readonly found: Row[] = [];
  private shapes: Map<string, Shape> | undefined;
  private shape: Shape | undefined;
  private failure: Error | null = null;

  /** @param ms how long the answer may take */
  constructor({ name = '', text, values = [] }: QueryConfig, ms: number, settled: (error: Error | null, rows?: Row[]) => void) {
    // A value that cannot be written is refused here, before anything is sent.
    const written = values.map((value: unknown) => prepareValue(value));
    super(text, written);
    this.name = name;
    this.values = written;
    this.query_timeout = ms;
    this.callback = settled;
  }

  prepare(connection: Connection): void {
    this.shapes = shapesOf.get(connection) ?? new Map<string, Shape>();
    shapesOf.set(connection, this.shapes);
    this.shape = this.shapes.get(this.name);
    if (!this.shape) {
      usual.prepare.call(this, connection);
      return;
    }
    connection.bind({ statement: this.name, values: this.values }, true);
    connection.execute(null, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, parse: VALUE_TYPES.getTypeParser(dataTypeID) })),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    this.shapes?.set(this.name, this.shape);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.failure) return;
    try {
      if (!this.shape) throw new Error('a row came before the description of its columns');
      const { columns, empty } = this.shape;
      const row: Record<string, unknown> = { ...empty };
      let place = 0;
      for (const { name, parse } of columns) {
        const text = fields[place++] ?? null;
        if (text !== null) row[name] = parse(text);
      }
      this.found.push(row as Row); // safe: the select list of the statement names the properties of `Row`
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error('a value cannot be parsed', { cause: error });
    }
  }

  handleCommandComplete(): void {
    // Without columns there was no description.
    if (!this.shape) this.shapes?.set(this.name, NO_COLUMNS);
  }

  handleReadyForQuery(): void {
    this.callback(this.failure, this.found);
  }
}
