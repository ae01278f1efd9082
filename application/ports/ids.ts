import type { Id } from '../../domain/shared/id.js';

export abstract class Ids {
  /** A new id, greater than all that this process made before. */
  abstract next<Kind extends string>(): Id<Kind>;
}
