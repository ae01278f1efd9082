import { ValidationError } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';

/** Where a cursor list stands: the sort key of the last row that was answered. */
export interface Position {
  readonly at: Instant;
  readonly id: string;
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

/** What a cursor belongs to: it is refused by any other list, shop or filter. */
export interface CursorScope {
  readonly shop: ShopId;
  readonly list: string;
  readonly filter: object;
}

export abstract class Cursors {
  abstract seal(scope: CursorScope, position: Position): string;
  /** Null: not a cursor of this list, or tampered with. */
  abstract open(scope: CursorScope, cursor: string): Position | null;
}

/** Reads one row more than asked for: whether it is there says whether a page follows. */
export async function cursorPage<T extends { readonly id: string; readonly createdAt: Instant }>(
  cursors: Cursors,
  scope: CursorScope,
  { limit = 25, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  read: (limit: number, after: Position | null) => Promise<readonly T[]>,
): Promise<Slice<T>> {
  const after = cursor === undefined ? null : cursors.open(scope, cursor);
  if (cursor !== undefined && after === null) throw new ValidationError('cursor', 'is not a cursor of this list');
  const rows = await read(limit + 1, after);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.length > limit ? rows.slice(0, limit) : rows,
    nextCursor: last ? cursors.seal(scope, { at: last.createdAt, id: last.id }) : null,
  };
}
