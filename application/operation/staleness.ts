import type { Operation } from './operation.js';
import type { OutputShape } from './output.js';

const LISTS: readonly OutputShape[] = ['cursor-page', 'offset-page', 'list', 'items'];

/**
 * True when a client may ask for an answer that is somewhat old: for each list that is only read, unless the operation says
 * otherwise, and for no single record, because a record has an `ETag` and is changed by what was read.
 */
export function mayBeStale({ scope, output, waits = false, stale }: Operation): boolean {
  return scope === 'read' && !waits && (stale ?? LISTS.includes(output.shape));
}
