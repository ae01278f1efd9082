import { v7 } from 'uuid';
import { Ids } from '../../application/ports/ids.js';
import type { Id } from '../../domain/shared/id.js';

/** UUIDv7 (RFC 9562): ids of one process grow, so that a table's newest rows lie together in its key. */
export class UuidV7Ids extends Ids {
  override next<Kind extends string>(): Id<Kind> {
    return v7() as Id<Kind>;
  }
}
