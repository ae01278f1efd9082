import type { ClientBase } from 'pg';

/** The rows of a statement, fetched in chunks, so that their number does not matter for the memory. */
export class RowCursor<Row> {
  private chunk: readonly Row[] = [];
  private at = 0;
  private isAtEnd = false;

  private constructor(
    private readonly client: ClientBase,
    private readonly name: string,
    private readonly rows: number,
  ) {}

  /** @param client a connection in a transaction; the cursor ends with the transaction */
  static async open<Row>(
    client: ClientBase,
    name: string,
    sql: string,
    values: readonly unknown[],
    rows: number,
  ): Promise<RowCursor<Row>> {
    await client.query(`declare ${name} no scroll cursor for ${sql}`, values as unknown[]);
    return new RowCursor<Row>(client, name, rows);
  }

  async *chunks(): AsyncGenerator<readonly Row[]> {
    while (!this.isAtEnd) yield await this.fetch();
  }

  /** Returns the next row without taking it. Null: no rows are left. */
  async peek(): Promise<Row | null> {
    if (this.at === this.chunk.length && !this.isAtEnd) {
      this.chunk = await this.fetch();
      this.at = 0;
    }
    return this.chunk[this.at] ?? null;
  }

  take(): void {
    this.at += 1;
  }

  private async fetch(): Promise<readonly Row[]> {
    const { rows } = await this.client.query(`fetch ${this.rows} from ${this.name}`);
    this.isAtEnd = rows.length < this.rows;
    return rows as Row[]; // safe: the select list of the statement names the properties of `Row`
  }
}
