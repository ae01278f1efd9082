import type { MenuItem, Service } from '../../../domain/services/service.js';
import type { ServiceId, ShopId } from '../../../domain/shared/id.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface ServiceFilter {
  /** words with their spellings, which must all be in the name, ignoring case and accents; an empty list matches every name */
  readonly words: readonly (readonly string[])[];
  /** the whole name of a category; case does not matter */
  readonly category?: string;
  readonly activeOnly: boolean;
  readonly bookableOnly: boolean;
  readonly addonsOnly: boolean;
}

/** A category, spelled as in its first service on the menu, and the number of its services. */
export interface ServiceCategory {
  readonly category: string;
  readonly count: number;
}

/** The menu of a shop. */
export abstract class Services {
  abstract find(shop: ShopId, id: ServiceId): Promise<Service | null>;
  /** The services with these ids, in no particular order. Ids of other shops and unknown ids are left out. */
  abstract findAll(shop: ShopId, ids: readonly ServiceId[]): Promise<readonly Service[]>;
  /** The menu sorted by position, name and id. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: ServiceFilter, limit: number, offset: number): Promise<OffsetSlice<MenuItem>>;
  /** The categories in no particular order. */
  abstract categories(shop: ShopId): Promise<readonly ServiceCategory[]>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such
   * service.
   */
  abstract change(shop: ShopId, id: ServiceId, change: (service: Service) => Announced<Service>): Promise<Service | null>;
}

export const SERVICES: RecordType = { name: 'services', noun: 'service' };
