import type { Table } from '../tables/table.js';

/** Rows that are deleted some time after the instant in one of their columns. */
export interface KeptRows {
  readonly table: Table;
  /** the property with the instant from which the time counts; a row in which it is null stays */
  readonly since: string;
  readonly keptMs: number;
  /** an SQL condition on the row `t`: only such rows are deleted, so that nothing goes that still waits */
  readonly where?: string;
  /**
   * the SQL of a statement that is carried out with the deletion: `insert …`. It reads the deleted rows from the relation `gone`.
   */
  readonly noting?: string;
}

export const DAY_MS = 24 * 3_600_000;
