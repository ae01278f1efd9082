// Buys: a pause of what leaves costs the relay no statement, and what waits stays in its table (P1).
import { isByHand, type Pause, type Way } from '../../domain/outgoing/pause.js';

/** For each way out, the SQL condition on the rows of a table that leave by it; `true`: all rows. */
export type WaysOfRows = Readonly<Partial<Record<Way, string>>>;

/** A part of a table's rows. */
export interface RowsPart {
  /** SQL that follows another condition: ` and …`, or nothing */
  readonly sql: string;
  /** the parameters of the SQL, from `$2` */
  readonly values: readonly unknown[];
}

/**
 * Returns the rows that no pause holds back. Null: all rows are held back.
 * @param pauses those that go on
 */
export function freeRows(leaves: WaysOfRows, pauses: readonly Pause[]): RowsPart | null {
  const values: unknown[] = [];
  let sql = '';
  for (const [way, rows] of Object.entries(leaves)) {
    const ofWay = pauses.filter((pause) => pause.way === way);
    const isWhole = ofWay.some(({ shop }) => shop === null);
    if (isWhole && rows === ALL_ROWS) return null;
    if (isWhole) sql += ` and not (${rows})`;
    else if (ofWay.length > 0) sql += ` and not (${rows} and shop_id = any($${values.push(shopsOf(ofWay)) + 1}::uuid[]))`;
  }
  return { sql, values };
}

/** Returns the rows that only a refusal of the account holds back. Null: there are none. */
export function refusedRows(leaves: WaysOfRows, { way }: Pause, pauses: readonly Pause[]): RowsPart | null {
  const rows = leaves[way];
  const byHand = pauses.filter((pause) => pause.way === way && isByHand(pause));
  if (rows === undefined || byHand.some(({ shop }) => shop === null)) return null;
  return { sql: ` and ${rows} and shop_id <> all($2::uuid[])`, values: [shopsOf(byHand)] };
}

/** The condition of a table whose rows all leave in the same way. */
const ALL_ROWS = 'true';

function shopsOf(pauses: readonly Pause[]): readonly (string | null)[] {
  return pauses.map(({ shop }) => shop);
}
