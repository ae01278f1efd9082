import { account } from './areas/account.js';
import { appointments } from './areas/appointments.js';
import { automations } from './areas/automations.js';
import { booking } from './areas/booking.js';
import { calls } from './areas/calls.js';
import { comms } from './areas/comms.js';
import { conversations } from './areas/conversations.js';
import { customers } from './areas/customers.js';
import { events } from './areas/events.js';
import { exports } from './areas/exports.js';
import { invoices } from './areas/invoices.js';
import { jobs } from './areas/jobs.js';
import { keys } from './areas/keys.js';
import { leads } from './areas/leads.js';
import { media } from './areas/media.js';
import { messages } from './areas/messages.js';
import { numbers } from './areas/numbers.js';
import { optOuts } from './areas/opt-outs.js';
import { outgoing } from './areas/outgoing.js';
import { phoneNumbers } from './areas/phone-numbers.js';
import { quotes } from './areas/quotes.js';
import { retention } from './areas/retention.js';
import { reviews } from './areas/reviews.js';
import { scheduledMessages } from './areas/scheduled-messages.js';
import { services } from './areas/services.js';
import { shop } from './areas/shop.js';
import { staff } from './areas/staff.js';
import { tasks } from './areas/tasks.js';
import { vehicles } from './areas/vehicles.js';
import { webhooks } from './areas/webhooks.js';
import type { TestedArea } from './tested-area.js';

/** All areas that the suites test. Records that an area stores may refer to those of the areas before it. */
export const testedAreas: readonly TestedArea[] = [
  account,
  staff,
  customers,
  leads,
  vehicles,
  conversations,
  messages,
  jobs,
  tasks,
  scheduledMessages,
  comms,
  quotes,
  invoices,
  appointments,
  services,
  booking,
  reviews,
  phoneNumbers,
  numbers,
  optOuts,
  calls,
  media,
  retention,
  shop,
  keys,
  events,
  exports,
  automations,
  outgoing,
  webhooks,
];
