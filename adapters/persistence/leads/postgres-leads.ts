import { LeadView } from '../../../application/leads/lead.view.js';
import { Leads, type LeadDecision, type LeadFilter } from '../../../application/leads/leads.js';
import type { Position } from '../../../application/operation/page.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Ids } from '../../../application/ports/ids.js';
import type { Lead } from '../../../domain/leads/lead.js';
import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import type { LeadId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';
import { given, KeysetPages, type Condition } from '../keyset.js';
import { plainKind } from '../record-kind.js';
import { RecordStore } from '../record-store.js';
import { selectList } from '../table.js';
import { leadTable, leadTimelineTable } from './lead.tables.js';

export const LEAD_KIND = plainKind<Lead>({
  table: leadTable,
  view: LeadView,
  where: 't.deleted_at is null',
  derived: { deletedAt: () => null },
  child: { table: leadTimelineTable, parent: 'leadId' },
});

/** Of an entry `t` of a timeline. */
export const OF_LIVING_LEAD = 'exists (select from leads l where l.shop_id = t.shop_id and l.id = t.lead_id and l.deleted_at is null)';

export class PostgresLeads extends Leads {
  private readonly store: RecordStore<Lead>;
  private readonly pages = new KeysetPages(LEAD_KIND.select, LEAD_KIND.from);
  private readonly entries = new KeysetPages(selectList(leadTimelineTable, 't', ['leadId']), 'lead_timeline t');

  constructor(
    private readonly database: Database,
    ids: Ids,
    clock: Clock,
  ) {
    super();
    this.store = new RecordStore(database, ids, clock, LEAD_KIND);
  }

  override find(shop: ShopId, id: LeadId): Promise<Lead | null> {
    return this.store.find(shop, id);
  }

  override list(shop: ShopId, { email, phone, status }: LeadFilter, limit: number, after: Position | null): Promise<Lead[]> {
    const conditions: [Condition, ...Condition[]] = [
      { sql: 't.deleted_at is null and t.shop_id = ?', value: shop },
      ...given('t.email = ?', email),
      ...given('t.phone = ?', phone),
      ...given('t.status = ?', status),
    ];
    const page = this.pages.page(conditions, limit, after);
    return this.database.read(page.statement, page.values);
  }

  override add(shop: ShopId, decision: LeadDecision): Promise<void> {
    return this.store.add(shop, decision, decision.entries);
  }

  override change(shop: ShopId, id: LeadId, change: (lead: Lead) => LeadDecision): Promise<Lead | null> {
    return this.store.change(shop, id, change, ({ entries }) => entries);
  }

  override timeline(shop: ShopId, id: LeadId, limit: number, after: Position | null): Promise<LeadTimelineEntry[]> {
    const conditions: [Condition, ...Condition[]] = [
      { sql: 't.shop_id = ?', value: shop },
      { sql: `t.lead_id = ? and ${OF_LIVING_LEAD}`, value: id },
    ];
    const page = this.entries.page(conditions, limit, after);
    return this.database.read(page.statement, page.values);
  }
}
