import { Automations } from '../../../application/areas/automations/automations.js';
import { unannounced } from '../../../application/kernel/events/announcer.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { Automation } from '../../../domain/automations/automation.js';
import type { AutomationId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement } from '../../storage/statement.js';
import { AUTOMATION_KIND } from './automation.kind.js';

const LIVING = 'from automations t where t.shop_id = $1 and t.deleted_at is null';
/** A shop has few rules, so they are counted directly. */
const COUNT = `select count(*) as n ${LIVING}`;
const PAGE: PageSelects = { total: COUNT, ids: `select t.id ${LIVING} order by t.created_at desc, t.id desc limit $2 offset $3` };

/** Additions to one shop wait for each other, so that they count right. The lock does not hinder rows that refer to the shop. */
const ONE_AT_A_TIME = statement('automations.one_at_a_time', 'select id from shops where id = $1 for no key update');
const TOTAL = statement('automations.total', COUNT);
const REMOVE = statement(
  'automations.remove',
  `update automations t set deleted_at = coalesce(t.deleted_at, $3), version = t.version + 1
  where t.shop_id = $1 and t.id = $2 returning ${AUTOMATION_KIND.select}`,
);

export class PostgresAutomations extends Automations {
  private readonly store: RecordStore<Automation>;
  private readonly pages: OffsetPages<Automation>;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, AUTOMATION_KIND);
    this.pages = new OffsetPages(database, AUTOMATION_KIND, 'automations.list');
  }

  override list(shop: ShopId, limit: number, offset: number): Promise<OffsetSlice<Automation>> {
    return this.pages.list(shop, limit, offset, () => PAGE);
  }

  override find(shop: ShopId, id: AutomationId): Promise<Automation | null> {
    return this.store.find(shop, id);
  }

  override add(shop: ShopId, automation: Automation, most: number): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.database.write(ONE_AT_A_TIME, [shop]);
      const [count] = await this.database.read<{ readonly n: number }>(TOTAL, [shop]);
      if ((count?.n ?? 0) >= most) return false;
      await this.store.add(shop, unannounced(automation, true));
      return true;
    });
  }

  override change(shop: ShopId, id: AutomationId, change: (automation: Automation) => Automation): Promise<Automation | null> {
    return this.store.change(shop, id, (before) => {
      const next = change(before);
      return unannounced(next, next !== before);
    });
  }

  override async remove(shop: ShopId, id: AutomationId, now: Instant): Promise<Automation | null> {
    const [removed] = await this.database.write<Automation>(REMOVE, [shop, id, now]);
    return removed ?? null;
  }
}
