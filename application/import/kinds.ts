import type { AnyKind } from './import-kind.js';
import { callKind } from './kinds/calls.js';
import { conversationKind } from './kinds/conversations.js';
import { customerKind } from './kinds/customers.js';
import { invoiceKind } from './kinds/invoices.js';
import { jobKind } from './kinds/jobs.js';
import { leadTimelineKind } from './kinds/lead-timeline.js';
import { leadKind } from './kinds/leads.js';
import { messageKind } from './kinds/messages.js';
import { quoteKind } from './kinds/quotes.js';
import { reviewKind } from './kinds/reviews.js';
import { serviceKind } from './kinds/services.js';
import { serviceTierKind } from './kinds/service-tiers.js';
import { staffKind } from './kinds/staff.js';
import { taskKind } from './kinds/tasks.js';
import { vehicleKind } from './kinds/vehicles.js';

/** What can be imported and exported, in the order in which kinds refer to each other. */
export const IMPORT_KINDS: readonly AnyKind[] = [
  staffKind,
  customerKind,
  vehicleKind,
  leadKind,
  leadTimelineKind,
  quoteKind,
  invoiceKind,
  jobKind,
  serviceKind,
  serviceTierKind,
  conversationKind,
  messageKind,
  callKind,
  taskKind,
  reviewKind,
];
