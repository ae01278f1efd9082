import type { ImportedRecord } from '../../../application/import/import-kind.js';
import type { RecordName } from '../../../application/import/record-names.js';
import { callTable } from '../calls/call.table.js';
import { conversationTable } from '../conversations/conversation.table.js';
import { CUSTOMER_KIND } from '../customers/customer.kind.js';
import { invoiceTable } from '../invoices/invoice.table.js';
import { JOB_KIND } from '../jobs/job.kind.js';
import { leadTimelineTable } from '../leads/lead.tables.js';
import { LEAD_KIND, OF_LIVING_LEAD } from '../leads/postgres-leads.js';
import { messageTable } from '../messages/message.table.js';
import { quoteTable } from '../quotes/quote.table.js';
import type { RecordKind } from '../record-kind.js';
import { REVIEW_KIND } from '../reviews/review.kind.js';
import { SERVICE_KIND } from '../services/service.kind.js';
import { staffTable } from '../staff/staff.table.js';
import { TASK_KIND } from '../tasks/postgres-tasks.js';
import { VEHICLE_KIND } from '../vehicles/postgres-vehicles.js';

/** What an import or an export needs to know of how a kind of record is stored. */
type Storage<T> = Pick<RecordKind<T>, 'table' | 'derived' | 'counted' | 'where'> & {
  /** what else is known of a row `t`, for those who refer to it */
  readonly facts?: Readonly<Record<string, string>>;
};

export type StoredKind = Storage<ImportedRecord>;

const KINDS: Readonly<Record<RecordName, Storage<never>>> = {
  customers: CUSTOMER_KIND,
  vehicles: VEHICLE_KIND,
  leads: LEAD_KIND,
  lead_timeline: { table: leadTimelineTable, where: OF_LIVING_LEAD },
  staff: { table: staffTable },
  quotes: { table: quoteTable },
  invoices: { table: invoiceTable },
  jobs: JOB_KIND,
  tasks: TASK_KIND,
  services: SERVICE_KIND,
  reviews: REVIEW_KIND,
  calls: { table: callTable },
  conversations: { table: conversationTable },
  messages: {
    table: messageTable,
    facts: { customerId: '(select c.customer_id from conversations c where c.shop_id = t.shop_id and c.id = t.conversation_id)' },
  },
};

export function storedKind(record: RecordName): StoredKind {
  // A kind gets its own records only: they come from its table, or from its import kind.
  return KINDS[record] as StoredKind;
}
