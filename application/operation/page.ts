import { ValidationError } from '../../domain/shared/errors.js';
import type { Instant, TimeWindow } from '../../domain/shared/instant.js';
import type { Cursors, CursorScope } from '../ports/cursors.js';

/** Where a cursor list stands: the sort key of the last row that was answered. */
export interface Position {
  readonly at: Instant;
  readonly id: string;
  /** of a list whose bounds move with the clock: the bounds that its first page had */
  readonly window?: TimeWindow;
}

export interface Slice<T> {
  readonly items: readonly T[];
  /** null on the last page */
  readonly nextCursor: string | null;
}

/** One page by offset, with the exact number of matching records from the same snapshot. */
export interface OffsetSlice<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly offset: number;
}

/** The answer where nothing can match: nobody has to look. */
export function emptySlice(offset: number): OffsetSlice<never> {
  return { items: [], total: 0, offset };
}

/** As many records a list that is not paged holds at most. */
export const MOST_UNPAGED = 1000;

/** The records of a list that is not paged, and what is to be said beside them. */
export interface Listing<T, Beside> {
  readonly items: readonly T[];
  readonly beside: Beside;
}

interface AskedPage {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of a list that is newest first. */
export async function cursorPage<T extends { readonly id: string; readonly createdAt: Instant }>(
  cursors: Cursors,
  scope: CursorScope,
  { limit = 25, cursor }: AskedPage,
  read: (limit: number, after: Position | null) => Promise<readonly T[]>,
): Promise<Slice<T>> {
  const after = openCursor(cursors, scope, cursor);
  const rows = await read(limit + 1, after);
  return sliceOf(rows, limit, ({ createdAt, id }) => cursors.seal(scope, { at: createdAt, id }));
}

/**
 * Null: no cursor was given.
 * @throws ValidationError when it is not a cursor of this list
 */
export function openCursor(cursors: Cursors, scope: CursorScope, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const position = cursors.open(scope, cursor);
  if (!position) throw new ValidationError('cursor', 'is not a cursor of this list');
  return position;
}

/** @param rows one more than the limit, if there are: whether it is there says whether a page follows */
export function sliceOf<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => string): Slice<T> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.length > limit ? rows.slice(0, limit) : rows, nextCursor: last ? cursorOf(last) : null };
}
