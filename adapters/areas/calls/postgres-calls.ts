import type { PartReport } from '../../../application/areas/calls/call-reports.js';
import { CallKnown, Calls, KeptReports, type CallFilter, type ReportedCall } from '../../../application/areas/calls/calls.js';
import type { ShownContact } from '../../../application/areas/inbox/shown-contact.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { Call, ShownCall, Transcript } from '../../../domain/calls/call.js';
import type { CallId, CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { CALL_LOCKS } from '../../advisory-locks.js';
import type { Database } from '../../storage/database.js';
import { violatedUnique } from '../../storage/violated-unique.js';
import { GIVEN_IDS, recordsSql } from '../../storage/records/by-key.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement } from '../../storage/statement.js';
import { insertion } from '../../storage/tables/table.js';
import { contactSelect, contactsOf } from '../inbox/conversation.pages.js';
import { CALL_KIND, callReportTable, SHOWN_CALL, type CallReportRow } from './call.entity.js';
import { CallPages } from './call.pages.js';

const FIND = statement(
  'calls.find_shown',
  `select ${SHOWN_CALL.select} from ${SHOWN_CALL.from} where t.shop_id = $1 and t.id = $2`,
);
const TRANSCRIPT = statement(
  'calls.transcript',
  `select t.id, t.transcript, t.transcript_source as "transcriptSource", t.started_at as "startedAt",
    t.duration_seconds as "durationSeconds"
  from calls t where t.shop_id = $1 and t.id = $2`,
);
const OF_PROVIDER = statement(
  'calls.of_provider',
  `select ${CALL_KIND.select} from ${CALL_KIND.from} where t.shop_id = $1 and t.provider_id = $2`,
);
const CONTACTS = statement(
  'calls.contacts',
  recordsSql(GIVEN_IDS, {
    select: `t.id, ${contactSelect(`case t.direction when 'inbound' then t."from" else t."to" end`, 'null')}`,
    from: `calls t
      left join customers c on c.shop_id = t.shop_id and c.id = t.customer_id
      left join conversations thread on thread.shop_id = t.shop_id and thread.id = t.conversation_id
      left join leads l on l.shop_id = t.shop_id and l.id = thread.lead_id`,
  }),
);
/** A report about a part of a call names no shop. Its shop follows from the call. */
const HOLDER = statement(
  'calls.holder',
  'select t.shop_id as "shopId" from calls t where t.provider_id = $1 order by t.created_at, t.id limit 1',
);
const LOCK = statement('calls.lock', 'select pg_advisory_xact_lock($1, hashtext($2))');
/** The condition on the number is the expression of the index `calls_ownerless`. Citus cannot carry it out in an update. */
const OWNERLESS = statement(
  'calls.ownerless',
  `select t.id from calls t
  where t.shop_id = $1 and t.customer_id is null and (case t.direction when 'inbound' then t."from" else t."to" end) = $2
    and (t.conversation_id is null or exists (
      select from conversations c where c.shop_id = $1 and c.id = t.conversation_id and c.customer_id = $3))`,
);
const ADOPT = statement(
  'calls.adopt',
  `update calls t set customer_id = $3, version = t.version + 1, updated_at = default
  where t.shop_id = $1 and t.id = any($2::uuid[]) and t.customer_id is null`,
);

export class PostgresCalls extends Calls {
  private readonly store: RecordStore<Call>;
  private readonly pages: CallPages;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, CALL_KIND);
    this.pages = new CallPages(database);
  }

  override async find(shop: ShopId, id: CallId): Promise<ShownCall | null> {
    const [call] = await this.database.read<ShownCall>(FIND, [shop, id]);
    return call ?? null;
  }

  override async transcript(shop: ShopId, id: CallId): Promise<Transcript | null> {
    const [transcript] = await this.database.read<Transcript>(TRANSCRIPT, [shop, id]);
    return transcript ?? null;
  }

  override async contacts(shop: ShopId, calls: readonly CallId[]): Promise<ReadonlyMap<string, ShownContact>> {
    return contactsOf(await this.database.read(CONTACTS, [shop, calls]));
  }

  override list(shop: ShopId, filter: CallFilter, limit: number, offset: number): Promise<OffsetSlice<ShownCall>> {
    return this.pages.list(shop, filter, limit, offset);
  }

  override changes(shop: ShopId, filter: CallFilter, asked: ChangesAsked): Promise<ChangedRows<ShownCall>> {
    return this.pages.changes(shop, filter, asked);
  }

  override async add(shop: ShopId, decision: Announced<Call>): Promise<void> {
    try {
      await this.store.add(shop, decision);
    } catch (error) {
      throw violatedUnique(error) === 'calls_provider_id' ? new CallKnown() : error;
    }
  }

  override change(shop: ShopId, id: CallId, change: (call: Call) => Announced<Call>): Promise<Call | null> {
    return this.store.change(shop, id, change);
  }

  override async reported(providerId: string): Promise<ReportedCall | null> {
    // A statement sees what was stored before it began, so the lock is a statement of its own before the look.
    await this.database.write(LOCK, [CALL_LOCKS, providerId]);
    const [holder] = await this.database.read<{ shopId: ShopId }>(HOLDER, [providerId]);
    const [call] = holder ? await this.database.read<Call>(OF_PROVIDER, [holder.shopId, providerId]) : [];
    return holder && call ? { shop: holder.shopId, call } : null;
  }

  override async adopt(shop: ShopId, number: E164, customer: CustomerId): Promise<void> {
    const found = await this.database.read<{ id: CallId }>(OWNERLESS, [shop, number, customer]);
    if (found.length > 0) await this.database.write(ADOPT, [shop, found.map(({ id }) => id), customer]);
  }
}

const INSERTION = insertion<CallReportRow>(callReportTable);
const KEEP = statement(
  'call_reports.keep',
  `${INSERTION.sql} on conflict (call, part, part_id) do update set report = excluded.report`,
);
const TAKE = statement(
  'call_reports.take',
  `with taken as (delete from call_reports r where r.call = $1 returning r.report, r.kept_at, r.part_id)
  select t.report from taken t order by t.kept_at, t.part_id`,
);

export class PostgresKeptReports extends KeptReports {
  constructor(private readonly database: Database) {
    super();
  }

  override async keep(report: PartReport, keptAt: Instant): Promise<void> {
    await this.database.write(
      KEEP,
      INSERTION.valuesOf({ call: report.call, part: report.part, partId: report.id ?? '', report, keptAt }),
    );
  }

  override async take(call: string): Promise<readonly PartReport[]> {
    const rows = await this.database.write<Pick<CallReportRow, 'report'>>(TAKE, [call]);
    return rows.map(({ report }) => report);
  }
}
