import { ValidationError } from '../../../domain/shared/errors.js';
import { NOBODY } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { Flag, Uuid } from '../fields/fields.js';
import { UpdatedAt } from '../fields/view.js';
import type { Cursors, CursorScope } from '../ports/ports.js';
import { openCursor, type Position } from './page.js';

/** A record in the list of changes. */
export interface Change<T> {
  readonly id: string;
  readonly updatedAt: Instant;
  /** null: the record was deleted or erased */
  readonly record: T | null;
}

/** A record that was deleted or erased, in the list of changes. */
export class GoneView {
  @Uuid() id!: string;
  @Flag({ description: 'Always true.' }) deleted!: boolean;
  @UpdatedAt() updated_at!: string;

  static of({ id, updatedAt }: Omit<Change<unknown>, 'record'>): GoneView {
    return { id, deleted: true, updated_at: updatedAt };
  }
}

/** One page of the changed records, the earliest change first. */
export interface Changes<T> {
  readonly changes: readonly Change<T>[];
  readonly nextCursor: string;
  /** true: the next page has rows now */
  readonly more: boolean;
}

export interface ChangesAsked {
  readonly after: Position;
  readonly limit: number;
}

interface AskedChanges {
  readonly since: Instant;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** One page of the records that changed since a time. A reader goes on from its cursor, also when nothing more has changed yet. */
export async function changesPage<T>(
  cursors: Cursors,
  { shop, list, filter }: CursorScope,
  { since, limit = 25, cursor }: AskedChanges,
  read: (asked: ChangesAsked) => Promise<readonly Change<T>[]>,
): Promise<Changes<T>> {
  const scope = { shop, list, filter: { ...filter, updated_since: since } };
  const after = openCursor(cursors, scope, cursor) ?? { at: since, id: NOBODY };
  const rows = await read({ after, limit: limit + 1 });
  const changes = rows.slice(0, limit);
  const last = changes.at(-1);
  const nextCursor = cursors.seal(scope, last ? { at: last.updatedAt, id: last.id } : after);
  return { changes, nextCursor, more: rows.length > limit };
}

/** Refuses what only one of the two ways to page through a list by offset takes. */
export function requireOneWay({ updated_since: since, cursor, offset }: Readonly<Partial<Record<string, unknown>>>): void {
  if (since === undefined && cursor !== undefined) throw new ValidationError('cursor', 'needs updated_since');
  if (since !== undefined && offset !== undefined)
    throw new ValidationError('offset', 'cannot stand beside updated_since: go on with cursor');
}
