import type { ShopId } from '../../../domain/shared/id.js';
import type { Announced } from './announcer.js';

/** Stores the events of a change whose record is stored by itself. A unit of work stores both, or nothing. */
export abstract class Outbox {
  abstract add(shop: ShopId, announced: Announced<unknown>): Promise<void>;
}
