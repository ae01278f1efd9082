import type { ExportedKind, ExportedRecords } from '../../../application/areas/exports/exported-views.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import { selectList } from '../../storage/tables/table.js';
import { APPOINTMENT, OF_DIARY } from '../appointments/appointment.pages.js';
import { callTable, SHOWN_CALL } from '../calls/call.entity.js';
import { CUSTOMER_KIND } from '../customers/customer.entity.js';
import { listedThread, NAMED_THREAD } from '../inbox/conversation.pages.js';
import { INVOICE } from '../invoices/postgres-invoices.js';
import { JOB_KIND, jobTable } from '../jobs/job.entity.js';
import { LEAD_KIND, leadTimelineTable, OF_LIVING_LEAD } from '../leads/lead.entity.js';
import { QUOTE } from '../quotes/postgres-quotes.js';
import { REVIEW_KIND } from '../reviews/review.entity.js';
import { serviceTable } from '../services/service.entity.js';
import { MENU_ITEM } from '../services/service.pages.js';
import { STAFF_MEMBER } from '../staff/postgres-staff.js';
import { staffTable } from '../staff/staff-member.entity.js';
import { TASK_KIND } from '../tasks/task.entity.js';
import { messageTable, SHOWN_MESSAGE } from '../texting/message.entity.js';
import { VEHICLE_KIND } from '../vehicles/vehicle.entity.js';

/** How the list of a kind selects its rows. */
export interface ExportedSelect<T> extends Pick<RecordKind<T>, 'table' | 'select' | 'from' | 'where'> {
  /** makes the record; absent: a row is the record */
  readonly recordOf?: (row: never) => T;
}

const ENTRY_OF_LEAD = {
  table: leadTimelineTable,
  select: selectList(leadTimelineTable),
  from: 'lead_timeline t',
  where: OF_LIVING_LEAD,
};

export const EXPORTED_SELECTS: { readonly [Kind in ExportedKind]: ExportedSelect<ExportedRecords[Kind]> } = {
  leads: LEAD_KIND,
  'lead-timeline': ENTRY_OF_LEAD,
  customers: CUSTOMER_KIND,
  vehicles: VEHICLE_KIND,
  quotes: QUOTE,
  invoices: INVOICE,
  jobs: JOB_KIND,
  appointments: { table: jobTable, ...APPOINTMENT, where: OF_DIARY },
  tasks: TASK_KIND,
  services: { table: serviceTable, ...MENU_ITEM },
  reviews: { ...REVIEW_KIND, where: 't.public' },
  staff: { table: staffTable, ...STAFF_MEMBER },
  conversations: { ...NAMED_THREAD, recordOf: listedThread },
  messages: { table: messageTable, ...SHOWN_MESSAGE },
  calls: { table: callTable, ...SHOWN_CALL },
};
