import type { DemoRecords } from './demo-part.js';
import { demoCalls } from './records/calls.js';
import { demoCustomers } from './records/customers.js';
import { demoInvoices } from './records/invoices.js';
import { demoJobs } from './records/jobs.js';
import { demoLeadTimelines } from './records/lead-timelines.js';
import { demoLeads } from './records/leads.js';
import { demoPhoneNumbers } from './records/phone-numbers.js';
import { demoQuotes } from './records/quotes.js';
import { demoReviews } from './records/reviews.js';
import { demoServices } from './records/services.js';
import { demoStaff } from './records/staff.js';
import { demoTasks } from './records/tasks.js';
import { demoConversations, demoMessages } from './records/threads.js';
import { demoVehicles } from './records/vehicles.js';

/**
 * Every kind of record of the demo, in any order: the records of a kind are made and stored after the records that they refer to.
 */
export const DEMO_RECORDS: readonly DemoRecords[] = [
  demoStaff,
  demoPhoneNumbers,
  demoServices,
  demoCustomers,
  demoLeads,
  demoVehicles,
  demoConversations,
  demoMessages,
  demoJobs,
  demoLeadTimelines,
  demoCalls,
  demoQuotes,
  demoInvoices,
  demoReviews,
  demoTasks,
];
