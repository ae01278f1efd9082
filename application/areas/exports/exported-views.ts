import type { Appointment } from '../../../domain/appointments/appointment.js';
import type { ShownCall } from '../../../domain/calls/call.js';
import type { Customer } from '../../../domain/customers/customer.js';
import type { Invoice } from '../../../domain/invoices/invoice.js';
import type { Job } from '../../../domain/jobs/job.js';
import type { EntryOfLead } from '../../../domain/leads/lead-timeline.js';
import type { Lead } from '../../../domain/leads/lead.js';
import type { Quote } from '../../../domain/quotes/quote.js';
import type { Review } from '../../../domain/reviews/review.js';
import type { MenuItem } from '../../../domain/services/service.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { Task } from '../../../domain/tasks/task.js';
import type { ShownMessage } from '../../../domain/texting/message.js';
import type { Vehicle } from '../../../domain/vehicles/vehicle.js';
import type { View } from '../../kernel/fields/view.js';
import { AppointmentView } from '../appointments/appointment.view.js';
import { CallView } from '../calls/call.view.js';
import { CustomerView } from '../customers/customer.view.js';
import { ListedConversationView } from '../inbox/conversation.view.js';
import type { ListedThread } from '../inbox/conversations.js';
import { InvoiceView } from '../invoices/invoice.view.js';
import { JobView } from '../jobs/job.view.js';
import { EntryOfLeadView, LeadView } from '../leads/lead.view.js';
import { QuoteView } from '../quotes/quote.view.js';
import { ReviewView } from '../reviews/review.view.js';
import { ServiceView } from '../services/service.view.js';
import { StaffMemberView } from '../staff/staff-member.view.js';
import { TaskView } from '../tasks/task.view.js';
import { MessageView } from '../texting/message.view.js';
import { VehicleView } from '../vehicles/vehicle.view.js';

/** The kinds of records that can be exported, each with its record. */
export interface ExportedRecords {
  readonly leads: Lead;
  readonly 'lead-timeline': EntryOfLead;
  readonly customers: Customer;
  readonly vehicles: Vehicle;
  readonly quotes: Quote;
  readonly invoices: Invoice;
  readonly jobs: Job;
  readonly appointments: Appointment;
  readonly tasks: Task;
  readonly services: MenuItem;
  readonly reviews: Review;
  readonly staff: StaffMember;
  readonly conversations: ListedThread;
  readonly messages: ShownMessage;
  readonly calls: ShownCall;
}
export type ExportedKind = keyof ExportedRecords;

/** The view in which REST lists the records of each kind. An export has no other. */
export const EXPORTED_VIEWS: { readonly [Kind in ExportedKind]: View<ExportedRecords[Kind]> } = {
  leads: LeadView,
  'lead-timeline': EntryOfLeadView,
  customers: CustomerView,
  vehicles: VehicleView,
  quotes: QuoteView,
  invoices: InvoiceView,
  jobs: JobView,
  appointments: AppointmentView,
  tasks: TaskView,
  services: ServiceView,
  reviews: ReviewView,
  staff: StaffMemberView,
  conversations: ListedConversationView,
  messages: MessageView,
  calls: CallView,
};
