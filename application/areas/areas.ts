import type { Area } from '../kernel/area.js';
import { keysArea } from './access/keys.area.js';
import { shopArea } from './access/area.js';
import { accountArea } from './account/area.js';
import { appointmentsArea } from './appointments/area.js';
import { automationsArea } from './automations/area.js';
import { bookingArea } from './booking/area.js';
import { callsArea } from './calls/area.js';
import { customersArea } from './customers/area.js';
import { eventsArea } from './events/area.js';
import { exportsArea } from './exports/area.js';
import { conversationsArea } from './inbox/area.js';
import { invoicesArea } from './invoices/area.js';
import { jobsArea } from './jobs/area.js';
import { leadsArea } from './leads/area.js';
import { mediaArea } from './media/area.js';
import { outgoingArea } from './outgoing/area.js';
import { phoneNumbersArea } from './phone-numbers/area.js';
import { numbersArea } from './phone-numbers/numbers.area.js';
import { quotesArea } from './quotes/area.js';
import { retentionArea } from './retention/area.js';
import { reviewsArea } from './reviews/area.js';
import { servicesArea } from './services/area.js';
import { staffArea } from './staff/area.js';
import { tasksArea } from './tasks/area.js';
import { messagesArea } from './texting/area.js';
import { commsArea } from './texting/comms.area.js';
import { optOutsArea } from './texting/opt-outs.area.js';
import { scheduledMessagesArea } from './texting/scheduled-messages.area.js';
import { vehiclesArea } from './vehicles/area.js';
import { webhooksArea } from './webhooks/area.js';

/** All areas of the service. The OpenAPI document lists their operations in this order. */
export const areas = [
  accountArea,
  leadsArea,
  customersArea,
  vehiclesArea,
  quotesArea,
  invoicesArea,
  jobsArea,
  appointmentsArea,
  tasksArea,
  servicesArea,
  bookingArea,
  reviewsArea,
  staffArea,
  phoneNumbersArea,
  numbersArea,
  conversationsArea,
  commsArea,
  messagesArea,
  scheduledMessagesArea,
  optOutsArea,
  callsArea,
  mediaArea,
  retentionArea,
  shopArea,
  keysArea,
  eventsArea,
  exportsArea,
  automationsArea,
  outgoingArea,
  webhooksArea,
] as const satisfies readonly Area[];
