import type { Announced, Announcement } from '../../application/kernel/events/announcer.js';
import type { Position } from '../../application/kernel/operation/page.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';

interface Dated {
  readonly id: string;
  readonly createdAt: Instant;
}

const keyOf = ({ createdAt, id }: Dated): string => `${createdAt} ${id}`;

/** Newest first, beginning after the position. */
export function pageOf<T extends Dated>(records: readonly T[], limit: number, after: Position | null): T[] {
  const sorted = [...records].sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
  return sorted.filter((record) => !after || keyOf(record) < `${after.at} ${after.id}`).slice(0, limit);
}

/** The records of one kind, of all shops, and what was announced. It behaves as `RecordStore` does over PostgreSQL. */
export class MemoryStore<T extends Dated> {
  readonly announcements: Announcement[] = [];
  private readonly shops = new Map<ShopId, Map<string, T>>();

  put(shop: ShopId, record: T): void {
    this.shops.set(shop, (this.shops.get(shop) ?? new Map<string, T>()).set(record.id, record));
  }

  find(shop: ShopId, id: string): T | null {
    return this.shops.get(shop)?.get(id) ?? null;
  }

  store(shop: ShopId, { next, changed, announcements }: Announced<T>): T {
    if (!changed) return next;
    this.put(shop, next);
    this.announcements.push(...announcements);
    return next;
  }

  /** Stores what `change` decides about a record. Null: the shop has no such record. */
  decide<D extends Announced<T>>(shop: ShopId, id: string, change: (record: T) => D): D | null {
    const before = this.find(shop, id);
    if (!before) return null;
    const decision = change(before);
    this.store(shop, decision);
    return decision;
  }

  newest(shop: ShopId, matches: (record: T) => boolean, limit = Infinity, after: Position | null = null): T[] {
    return pageOf([...(this.shops.get(shop)?.values() ?? [])].filter(matches), limit, after);
  }
}
