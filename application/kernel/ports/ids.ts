import type { Id } from '../../../domain/shared/id.js';

export abstract class Ids {
  /** A new id, greater than all earlier ids of this process. */
  abstract next<Kind extends string>(): Id<Kind>;
}
