import type { ShopSettings } from '../../domain/access/shop-settings.js';
import type { Call } from '../../domain/calls/call.js';
import type { Conversation } from '../../domain/conversations/conversation.js';
import type { Customer } from '../../domain/customers/customer.js';
import type { Lead } from '../../domain/leads/lead.js';
import type { Message } from '../../domain/messages/message.js';
import type { PhoneNumber } from '../../domain/phone-numbers/phone-number.js';
import type { Review } from '../../domain/reviews/review.js';
import type { StaffMember } from '../../domain/staff/staff.js';
import type { Vehicle } from '../../domain/vehicles/vehicle.js';
import { demoCalls } from './records/calls.js';
import { Contacts } from './random/contacts.js';
import { demoCustomers } from './records/customers.js';
import { demoInvoices, type InvoiceRow } from './records/invoices.js';
import { demoJobs, type JobRow } from './records/jobs.js';
import { demoLeadTimelines, type TimelineRow } from './records/lead-timelines.js';
import { demoLeads } from './records/leads.js';
import { demoPhoneNumbers } from './records/phone-numbers.js';
import { demoQuotes, type QuoteRow } from './records/quotes.js';
import { demoReviews } from './records/reviews.js';
import { Scene, type Setting } from './random/scene.js';
import { Serials } from './random/serials.js';
import { demoServices, type ServiceRow } from './records/services.js';
import type { BlockCounts, DemoSize } from './sizes.js';
import { demoStaff } from './records/staff.js';
import { demoTasks, type TaskRow } from './records/tasks.js';
import { demoThreads } from './records/threads.js';
import { demoVehicles } from './records/vehicles.js';

/** What a shop has before its first customer comes. */
export interface DemoBase {
  readonly settings: ShopSettings;
  readonly staff: readonly StaffMember[];
  readonly phoneNumbers: readonly PhoneNumber[];
  readonly services: readonly ServiceRow[];
}

/** Records of a year's work that refer to each other, and to nothing of another block. */
export interface DemoBlock {
  readonly customers: readonly Customer[];
  readonly vehicles: readonly Vehicle[];
  readonly leads: readonly Lead[];
  readonly leadTimelines: readonly TimelineRow[];
  readonly conversations: readonly Conversation[];
  readonly messages: readonly Message[];
  readonly calls: readonly Call[];
  readonly quotes: readonly QuoteRow[];
  readonly jobs: readonly JobRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly reviews: readonly Review[];
  readonly tasks: readonly TaskRow[];
}

export function demoBase(setting: Setting): DemoBase {
  const { shop, calendar } = setting;
  return {
    settings: { ...shop.settings, closures: calendar.closures },
    staff: demoStaff(new Scene(setting, 'staff')),
    phoneNumbers: demoPhoneNumbers(new Scene(setting, 'phone numbers')),
    services: demoServices(new Scene(setting, 'services')),
  };
}

/** A year of the shop's work up to now, one block after the other: the same for the same seed and time. */
export function* demoBlocks(setting: Setting, base: DemoBase, size: DemoSize): Generator<DemoBlock> {
  const { people, customerPhones, counts } = setting.shop;
  const contacts = new Contacts(new Scene(setting, 'contacts').random, people, customerPhones);
  const serials = new Serials();
  for (let block = 0; block < size.blocks; block += 1) {
    const scene = (part: string): Scene => new Scene(setting, `${part} ${block}`);
    yield demoBlock(scene, { base, contacts, serials }, size.counts ?? counts);
  }
}

interface Shared {
  readonly base: DemoBase;
  readonly contacts: Contacts;
  readonly serials: Serials;
}

function demoBlock(scene: (part: string) => Scene, { base, contacts, serials }: Shared, counts: BlockCounts): DemoBlock {
  const { staff, services } = base;
  const customers = demoCustomers(scene('customers'), contacts, counts.customers);
  const leads = demoLeads(scene('leads'), contacts, staff, counts.leads);
  const vehicles = demoVehicles(scene('vehicles'), customers, serials);
  const { conversations, messages } = demoThreads(scene('threads'), contacts, { customers, leads, staff }, counts.threads);
  const jobs = demoJobs(scene('jobs'), { customers, vehicles, staff, services }, serials, counts.jobs);
  return {
    ...{ customers, leads, vehicles, conversations, messages, jobs },
    leadTimelines: demoLeadTimelines(scene('lead timelines'), leads),
    calls: demoCalls(scene('calls'), contacts, { customers, conversations, staff }, counts.calls),
    quotes: demoQuotes(scene('quotes'), { customers, services }, serials, counts.quotes),
    invoices: demoInvoices(scene('invoices'), { jobs, services }, serials),
    reviews: demoReviews(scene('reviews'), customers, counts.reviews),
    tasks: demoTasks(scene('tasks'), { customers, conversations, messages, jobs }, staff, counts.tasks),
  };
}
