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

/** The changes after a position that are told now. */
export interface ChangedRows<T> {
  readonly changes: readonly Change<T>[];
  /** all changes before this time are told; null: this is not known now */
  readonly end: Instant | null;
}

/** A search that finds nothing has no changes. */
export const NO_CHANGES: ChangedRows<never> = { changes: [], end: null };

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
  readChanges: (asked: ChangesAsked) => Promise<ChangedRows<T>>,
): Promise<Changes<T>> {
  const scope = { shop, list, filter: { ...filter, updated_since: since } };
  const after = openCursor(cursors, scope, cursor) ?? { at: since, id: NOBODY };
  const read = await readChanges({ after, limit: limit + 1 });
  const changes = read.changes.slice(0, limit);
  const more = read.changes.length > limit;
  return { changes, nextCursor: cursors.seal(scope, nextOf(after, changes.at(-1), more ? null : read.end)), more };
}

/** Returns the page with what a call asks for beside each record. @param including returns the records with it */
export async function includedIn<T, Listed extends { readonly id: string }>(
  page: Changes<T>,
  including: (records: readonly T[]) => Promise<readonly Listed[]>,
): Promise<Changes<Listed>> {
  const listed = await including(page.changes.flatMap(({ record }) => record ?? []));
  const byId = new Map(listed.map((record) => [record.id, record]));
  return { ...page, changes: page.changes.map((change) => ({ ...change, record: byId.get(change.id) ?? null })) };
}

/** The position at which a reader goes on. Without further changes it is the end, so that the next page does not look at them again. */
function nextOf(after: Position, last: Change<unknown> | undefined, end: Instant | null): Position {
  const next = last ? { at: last.updatedAt, id: last.id } : after;
  return end !== null && end > next.at ? { at: end, id: NOBODY } : next;
}

interface EitherWay {
  readonly updated_since?: Instant;
  readonly cursor?: string;
  readonly offset?: number;
}

/** Refuses what only one of the two ways to page through a list by offset takes. */
export function requireOneWay({ updated_since: since, cursor, offset }: EitherWay): void {
  if (since === undefined && cursor !== undefined) throw new ValidationError('cursor', 'needs updated_since');
  if (since !== undefined && offset !== undefined)
    throw new ValidationError('offset', 'cannot stand beside updated_since: go on with cursor');
}
