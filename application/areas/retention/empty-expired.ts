import { KEPT_PARTS, keptSince, monthsOf, tellEmptied } from '../../../domain/retention/retention.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { SettingsOfShops, Shops } from '../access/shops.js';
import type { FileStorage } from '../media/file-storage.js';
import type { Announcement, Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Work } from '../../kernel/events/work.js';
import type { Clock } from '../../kernel/ports/ports.js';
import { emptiedEvents } from './emptied-records.view.js';
import type { Expired, ExpiredRecords } from './expired-records.js';

/** Empties what a shop keeps no longer, some records of each kind in a run. */
export class EmptyExpired implements Work<{ readonly shop: ShopId }> {
  readonly name = 'retention.empty';

  constructor(
    private readonly shops: Shops,
    private readonly settings: SettingsOfShops,
    private readonly records: ExpiredRecords,
    private readonly storage: FileStorage,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  async run({ shop }: { readonly shop: ShopId }): Promise<boolean> {
    const found = await this.shops.find(shop);
    if (!found) return true;
    const months = monthsOf(await this.settings.find(shop));
    let isDone = true;
    for (const part of KEPT_PARTS) {
      if (months[part] === null) continue;
      const expired = { part, keptSince: keptSince(this.clock.now(), found.timezone, months[part]) };
      if (await this.empty(shop, expired)) isDone = false;
    }
    return isDone;
  }

  private empty(shop: ShopId, expired: Expired): Promise<boolean> {
    return this.records.empty(
      shop,
      expired,
      (file) => this.storage.delete(shop, file),
      (ids) => this.told(expired, ids),
    );
  }

  private told(expired: Expired, ids: readonly string[]): readonly Announcement[] {
    return this.announcer.announce(emptiedEvents, null, tellEmptied({ ...expired, ids }, this.clock.now()), NO_CAUSE)
      .announcements;
  }
}
