import type { ImportedRecord } from '../../application/import/import-kind.js';
import type { RecordWrites } from '../../application/import/import-store.js';
import type { RecordName } from '../../application/import/record-names.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { DemoBase, DemoBlock } from './demo-data.js';

/** What an import would have made of the demo's rows, in the order in which they refer to each other. */
export function baseWrites({ staff, services }: Pick<DemoBase, 'staff' | 'services'>): RecordWrites[] {
  return [created('staff', staff), created('services', services)];
}

export function blockWrites(block: DemoBlock): RecordWrites[] {
  return [
    created('customers', block.customers),
    created('vehicles', block.vehicles),
    created('leads', block.leads),
    created('lead_timeline', block.leadTimelines),
    created('conversations', block.conversations),
    created('messages', block.messages),
    created('calls', block.calls),
    created('quotes', block.quotes),
    created('jobs', block.jobs),
    created('invoices', block.invoices),
    created('reviews', block.reviews),
    created('tasks', block.tasks),
  ];
}

type Row = Pick<ImportedRecord, 'id'> & Partial<ImportedRecord> & { readonly createdAt: Instant };

/** Records are made in the service unless they say that they were not. */
function created(record: RecordName, rows: readonly Row[]): RecordWrites {
  const records = rows.map((row): ImportedRecord => ({ externalId: null, origin: 'service', ...row }));
  return { record, created: records, changed: [], reused: false, uniques: [] };
}
