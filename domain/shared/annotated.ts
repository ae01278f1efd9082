import { ValidationError } from './errors.js';

/** A record in which another system keeps its own id of the record, and facts of its own. */
export interface Annotated {
  /** the id of the record in another system; no other record of the same kind in the shop has it */
  readonly externalId: string | null;
  readonly metadata: Metadata;
  /** absent: no extension adds fields to such records, or the reader needs none */
  readonly extra?: Extra;
}

/** The fields that extensions add to a record, by the names that they have outside of the service. */
export type Extra = Readonly<Record<string, unknown>>;

/** The facts of another system, by name. */
export type Metadata = Readonly<Record<string, string>>;

/** New facts, by name. A null removes one fact; null in place of the object removes all. */
export type MetadataChange = Readonly<Record<string, string | null>> | null;

/** A change of the id and the facts. An absent field is not changed. */
export interface AnnotationChange {
  readonly externalId?: string | null;
  readonly metadata?: MetadataChange;
  /** the fields of extensions that change */
  readonly extra?: Extra;
}

export const MOST_METADATA = 20;
const NO_METADATA: Metadata = {};
export const UNANNOTATED: Annotated = { externalId: null, metadata: NO_METADATA };

/** The annotations of a new record. @throws ValidationError when it would have too many facts */
export function annotatedBy({ externalId = null, metadata }: AnnotationChange): Annotated {
  return { externalId, metadata: metadata === undefined ? NO_METADATA : mergedMetadata(NO_METADATA, metadata) };
}

/**
 * The change of a record, with the metadata and the fields of extensions that it then has.
 * @throws ValidationError when it would have too many facts
 */
export function withMerged<Change extends AnnotationChange>(
  before: Annotated,
  { metadata, extra, ...change }: Change,
): Omit<Change, 'metadata' | 'extra'> & Pick<Partial<Annotated>, 'metadata' | 'extra'> {
  return {
    ...change,
    ...(metadata !== undefined && { metadata: mergedMetadata(before.metadata, metadata) }),
    ...(extra !== undefined && { extra: mergedExtra(before.extra, extra) }),
  };
}

/** Returns the same object if nothing changes. */
export function mergedExtra(before: Extra = {}, change: Extra): Extra {
  const isSame = Object.entries(change).every(([name, value]) => before[name] === value);
  return isSame ? before : { ...before, ...change };
}

/** @throws ValidationError when there would be too many facts */
export function mergedMetadata(before: Metadata, change: MetadataChange): Metadata {
  const all = change === null ? [] : Object.entries({ ...before, ...change });
  const facts = all.filter((fact): fact is [string, string] => fact[1] !== null);
  if (facts.length > MOST_METADATA)
    throw new ValidationError('metadata', `would have ${facts.length} names: a record has at most ${MOST_METADATA}`);
  return isSameMetadata(before, facts) ? before : Object.fromEntries(facts.sort(inStoredOrder));
}

function isSameMetadata(before: Metadata, facts: readonly (readonly [string, string])[]): boolean {
  const same = facts.every(([name, text]) => Object.hasOwn(before, name) && before[name] === text);
  return same && Object.keys(before).length === facts.length;
}

/** PostgreSQL keeps the names of a jsonb in this order, so a record is the same before and after it is stored. */
function inStoredOrder([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
