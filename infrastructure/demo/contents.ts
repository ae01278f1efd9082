import type { ImportedRecord } from '../../application/import/import-kind.js';
import type { RecordWrites } from '../../application/import/import-store.js';
import type { RecordType } from '../../application/import/record-type.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { DemoBase, DemoBlock } from './demo-data.js';
import { STAFF } from '../../application/staff/records.js';
import { SERVICES } from '../../application/services/records.js';
import { CUSTOMERS } from '../../application/customers/records.js';
import { VEHICLES } from '../../application/vehicles/records.js';
import { LEADS, LEAD_TIMELINE } from '../../application/leads/records.js';
import { CONVERSATIONS } from '../../application/conversations/records.js';
import { MESSAGES } from '../../application/messages/records.js';
import { CALLS } from '../../application/calls/records.js';
import { QUOTES } from '../../application/quotes/records.js';
import { JOBS } from '../../application/jobs/records.js';
import { INVOICES } from '../../application/invoices/records.js';
import { REVIEWS } from '../../application/reviews/records.js';
import { TASKS } from '../../application/tasks/records.js';

/** What an import would have made of the demo's rows, in the order in which they refer to each other. */
export function baseWrites({ staff, services }: Pick<DemoBase, 'staff' | 'services'>): RecordWrites[] {
  return [created(STAFF, staff), created(SERVICES, services)];
}

export function blockWrites(block: DemoBlock): RecordWrites[] {
  return [
    created(CUSTOMERS, block.customers),
    created(VEHICLES, block.vehicles),
    created(LEADS, block.leads),
    created(LEAD_TIMELINE, block.leadTimelines),
    created(CONVERSATIONS, block.conversations),
    created(MESSAGES, block.messages),
    created(CALLS, block.calls),
    created(QUOTES, block.quotes),
    created(JOBS, block.jobs),
    created(INVOICES, block.invoices),
    created(REVIEWS, block.reviews),
    created(TASKS, block.tasks),
  ];
}

type Row = Pick<ImportedRecord, 'id'> & Partial<ImportedRecord> & { readonly createdAt: Instant };

/** Records are made in the service unless they say that they were not. */
function created(record: RecordType, rows: readonly Row[]): RecordWrites {
  const records = rows.map((row): ImportedRecord => ({ externalId: null, origin: 'service', ...row }));
  return { record, created: records, changed: [], reused: false, uniques: [] };
}
