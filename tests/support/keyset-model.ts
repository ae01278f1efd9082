import fc from 'fast-check';

/**
 * A stored row with the values that decide its place in a cursor list. `pick` decides the values of the columns that a test
 * filters by.
 */
export interface ModelRow {
  readonly id: string;
  readonly at: string;
  readonly pick: number;
}

/** One turn of the test: the size of the page that is read, and the changes that are made after the page was read. */
export interface Step {
  readonly limit: number;
  readonly inserted: readonly ModelRow[];
  /** positions in the list of all rows, modulo the list's length */
  readonly deleted: readonly number[];
}

const row: fc.Arbitrary<ModelRow> = fc.record({
  id: fc.uuid(),
  // There are only four different times, so that many rows have the same one.
  at: fc.nat(3).map((tick) => `2026-03-02T15:00:00.00${tick}Z`),
  pick: fc.nat(3),
});
const limit = fc.integer({ min: 1, max: 6 });

export const history: fc.Arbitrary<{ readonly rows: readonly ModelRow[]; readonly steps: readonly Step[] }> = fc.record({
  rows: fc.array(row, { maxLength: 24 }),
  steps: fc.array(
    fc.record({ limit, inserted: fc.array(row, { maxLength: 3 }), deleted: fc.array(fc.nat(), { maxLength: 3 }) }),
    { maxLength: 5 },
  ),
});

/** Compares rows newest first. Rows of the same instant are compared by id, descending. */
function newestFirst(one: ModelRow, other: ModelRow): number {
  const [first, second] = one.at === other.at ? [one.id, other.id] : [one.at, other.at];
  return first < second ? 1 : Number(first > second) * -1;
}

/**
 * A model of a cursor list. It makes the same changes to a plain list and to the database, and predicts the pages from the plain
 * list.
 */
export class KeysetModel {
  private rows: ModelRow[] = [];
  private readonly used = new Set<string>();

  constructor(
    private readonly insert: (rows: readonly ModelRow[]) => Promise<void>,
    private readonly remove: (ids: readonly string[]) => Promise<void>,
  ) {}

  /** Adds rows, but none with an id that was used before, because two records never have the same id. */
  async add(rows: readonly ModelRow[]): Promise<void> {
    const fresh = rows.filter(({ id }) => !this.used.has(id) && this.used.add(id));
    this.rows.push(...fresh);
    await this.insert(fresh);
  }

  async play({ inserted, deleted }: Step): Promise<void> {
    const gone = new Set(deleted.map((index) => this.rows[index % this.rows.length]?.id));
    this.rows = this.rows.filter(({ id }) => !gone.has(id));
    await this.remove([...gone].filter((id) => id !== undefined));
    await this.add(inserted);
  }

  /** Returns the rows of the page after `last`, and whether another page follows. */
  page(
    matches: (row: ModelRow) => boolean,
    last: ModelRow | null,
    size: number,
  ): { readonly rows: readonly ModelRow[]; readonly more: boolean } {
    const rest = this.rows
      .filter(matches)
      .sort(newestFirst)
      .filter((row) => last === null || newestFirst(last, row) < 0);
    return { rows: rest.slice(0, size), more: rest.length > size };
  }
}

/** The columns of a customer without tags, besides the address. */
export const UNTAGGED = { tags: [], is_vip: false, consent_source: 'unknown', version: 1 };

const ORIGINS = ['service', 'service', 'import', 'import'];
let numbers = 0;

/** The columns that quotes, invoices and jobs have in common. */
export function numbered({ pick }: ModelRow, owner: string): object {
  numbers += 1;
  return { customer_id: owner, number: numbers, origin: ORIGINS[pick] };
}
