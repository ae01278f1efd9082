import type { Metadata } from '../../../domain/shared/annotated.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { Instant, TimeWindow } from '../../../domain/shared/instant.js';
import type { Cursors, CursorScope } from '../ports/ports.js';

/** The position in a cursor list: the sort key of the last row on the page before. */
export interface Position {
  readonly at: Instant;
  readonly id: string;
  /** set only in a list whose default window depends on the current time: the window of the first page */
  readonly window?: TimeWindow;
}

export interface Slice<T> {
  readonly items: readonly T[];
  /** null on the last page */
  readonly nextCursor: string | null;
}

/** The filters of a list by the ids and the times of its records. The names are those of the API. */
export interface Narrowing {
  readonly ids?: readonly string[];
  readonly created_since?: Instant;
  readonly created_until?: Instant;
}

/** The filters of a list by what other systems keep in its records. The names are those of the API. */
export interface AnnotationFilter {
  readonly external_id?: string;
  readonly metadata?: Metadata;
}

/** One page by offset, with the exact number of matching records from the same snapshot. */
export interface OffsetSlice<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly offset: number;
}

/** An empty page by cursor, answered without asking the database. */
export const NO_SLICE: Slice<never> = { items: [], nextCursor: null };

/** An empty page by offset, answered without asking the database, for a query that cannot match any record. */
export function emptySlice(offset: number): OffsetSlice<never> {
  return { items: [], total: 0, offset };
}

/** The largest number of records in a list without pages. */
export const MOST_UNPAGED = 1000;

/** The records of a list without pages, and the content of its `meta`. */
export interface Listing<T, Beside> {
  readonly items: readonly T[];
  readonly beside: Beside;
}

interface AskedPage {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** One page of a list that is sorted newest first. */
export async function cursorPage<T extends { readonly id: string; readonly createdAt: Instant }>(
  cursors: Cursors,
  scope: CursorScope,
  { limit = 25, cursor }: AskedPage,
  read: (limit: number, after: Position | null) => Promise<readonly T[]>,
): Promise<Slice<T>> {
  const rows = await read(limit + 1, openCursor(cursors, scope, cursor));
  return sliceOf(rows, limit, ({ createdAt, id }) => cursors.seal(scope, { at: createdAt, id }));
}

/** The position in a cursor; null if no cursor was given. @throws ValidationError when the text is not a cursor of this list */
export function openCursor(cursors: Cursors, scope: CursorScope, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const position = cursors.open(scope, cursor);
  if (!position) throw new ValidationError('cursor', 'is not a cursor of this list');
  return position;
}

/** Makes a page. @param rows the rows of the page, and one more row if another page follows */
export function sliceOf<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => string): Slice<T> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.length > limit ? rows.slice(0, limit) : rows, nextCursor: last ? cursorOf(last) : null };
}
