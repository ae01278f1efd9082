import { LEADS, Leads, type LeadDecision, type LeadFilter } from '../../../application/areas/leads/leads.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import type { Lead } from '../../../domain/leads/lead.js';
import type { LeadId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { given, KeysetPages, narrowed, type ListCondition } from '../../storage/lists/keyset-pages.js';
import { OffsetPages } from '../../storage/lists/offset-pages.js';
import type { FoundBy } from '../../storage/lists/found-first.js';
import { metadataSql } from '../../storage/lists/metadata-sql.js';
import { searchSql } from '../../storage/lists/search-pattern.js';
import { ExternalIds } from '../../storage/records/external-ids.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { selectList } from '../../storage/tables/table.js';
import { LEAD_KIND, leadTimelineTable, OF_LIVING_LEAD } from './lead.entity.js';
import { leadPageSelects } from './lead.pages.js';

const ENTRIES = { select: selectList(leadTimelineTable, 't', ['leadId']), from: 'lead_timeline t', where: OF_LIVING_LEAD };

export class PostgresLeads extends Leads {
  private readonly store: RecordStore<Lead>;
  private readonly externalIds: ExternalIds<Lead>;
  private readonly searchPages: KeysetPages<Lead>;
  private readonly changePages: ChangePages<Lead>;
  private readonly listPages: OffsetPages<Lead>;
  private readonly entries: KeysetPages<LeadTimelineEntry>;

  constructor(database: Database) {
    super();
    const kind = database.extra.extended(LEAD_KIND);
    this.externalIds = new ExternalIds(database, kind, LEADS);
    this.store = new RecordStore(database, kind, (...given) => this.externalIds.named(...given));
    this.searchPages = new KeysetPages(database, kind, 'leads.search');
    this.changePages = new ChangePages(database, kind);
    this.listPages = new OffsetPages(database, kind, 'leads.list');
    this.entries = new KeysetPages(database, ENTRIES, 'leads.timeline');
  }

  override find(shop: ShopId, id: LeadId): Promise<Lead | null> {
    return this.store.find(shop, id);
  }

  override findByExternalId(shop: ShopId, externalId: string): Promise<Lead | null> {
    return this.externalIds.find(shop, externalId);
  }

  override list(shop: ShopId, filter: LeadFilter, limit: number, after: Position | null): Promise<Lead[]> {
    return this.searchPages.list(shop, conditionsOf(filter), limit, after, { ids: filter.ids, foundBy: foundBy(filter) });
  }

  override changes(shop: ShopId, filter: LeadFilter, asked: ChangesAsked): Promise<ChangedRows<Lead>> {
    return this.changePages.list(shop, asked, conditionsOf(filter), { ids: filter.ids, foundBy: foundBy(filter) });
  }

  override page(shop: ShopId, filter: LeadFilter, limit: number, offset: number): Promise<OffsetSlice<Lead>> {
    return this.listPages.list(shop, limit, offset, (parameter) => leadPageSelects(filter, parameter));
  }

  override add(shop: ShopId, decision: LeadDecision): Promise<Lead> {
    return this.store.create(shop, decision, decision.entries);
  }

  override addUnlessTaken(shop: ShopId, decision: LeadDecision): Promise<Lead | null> {
    return this.externalIds.addUnlessTaken(this.store, shop, decision, decision.entries);
  }

  override change(shop: ShopId, id: LeadId, change: (lead: Lead) => LeadDecision): Promise<Lead | null> {
    return this.store.change(shop, id, change, ({ entries }) => entries);
  }

  override timeline(shop: ShopId, id: LeadId, limit: number, after: Position | null): Promise<LeadTimelineEntry[]> {
    return this.entries.list(shop, [{ sql: 't.lead_id = ?', value: id }], limit, after);
  }
}

function conditionsOf(filter: LeadFilter): ListCondition[] {
  return [
    ...given('t.email = ?', filter.email),
    ...given('t.phone = ?', filter.phone),
    ...given('t.status = ?', filter.status),
    ...narrowed(filter),
  ];
}

function foundBy({ terms = [], metadata }: LeadFilter): FoundBy {
  return (parameter) => [searchSql(terms, parameter), metadataSql(metadata, parameter)];
}
