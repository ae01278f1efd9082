import type { ShopId } from '../../../domain/shared/id.js';

/**
 * Keyed digests of phone numbers. They stand in the place of the number of an erased person: whoever knows the number finds its
 * row, and nobody reads the number from the row.
 */
export abstract class NumberDigests {
  /** One digest for each key of the deployment. The first is the one to store, and all may be stored already. */
  abstract of(shop: ShopId, number: string): readonly [string, ...string[]];
}
