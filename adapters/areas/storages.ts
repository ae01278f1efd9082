import { idempotencyStorage } from '../storage/idempotency/storage.js';
import { outboxStorage } from '../storage/outbox/storage.js';
import type { Storage } from '../storage/storage.js';
import { transferStorage } from '../storage/transfer/storage.js';
import { accessStorage } from './access/storage.js';
import { appointmentsStorage } from './appointments/storage.js';
import { automationsStorage } from './automations/storage.js';
import { bookingStorage } from './booking/storage.js';
import { callsStorage } from './calls/storage.js';
import { customersStorage } from './customers/storage.js';
import { eventsStorage } from './events/storage.js';
import { exportsStorage } from './exports/storage.js';
import { schemaStorage } from './first-tables.storage.js';
import { inboxStorage } from './inbox/storage.js';
import { invoicesStorage } from './invoices/storage.js';
import { jobsStorage } from './jobs/storage.js';
import { leadsStorage } from './leads/storage.js';
import { mediaStorage } from './media/storage.js';
import { outgoingStorage } from './outgoing/storage.js';
import { phoneNumbersStorage } from './phone-numbers/storage.js';
import { quotesStorage } from './quotes/storage.js';
import { retentionStorage } from './retention/storage.js';
import { reviewsStorage } from './reviews/storage.js';
import { servicesStorage } from './services/storage.js';
import { staffStorage } from './staff/storage.js';
import { tasksStorage } from './tasks/storage.js';
import { textingStorage } from './texting/storage.js';
import { vehiclesStorage } from './vehicles/storage.js';
import { webhooksStorage } from './webhooks/storage.js';

/**
 * The storage of every area. The list of migrations, the list of tables, `StoredKinds` and the ports in the container are made
 * from it.
 */
export const storages: readonly Storage[] = [
  schemaStorage,
  leadsStorage,
  customersStorage,
  vehiclesStorage,
  quotesStorage,
  invoicesStorage,
  jobsStorage,
  appointmentsStorage,
  tasksStorage,
  servicesStorage,
  bookingStorage,
  reviewsStorage,
  staffStorage,
  phoneNumbersStorage,
  outgoingStorage,
  inboxStorage,
  textingStorage,
  callsStorage,
  mediaStorage,
  retentionStorage,
  webhooksStorage,
  automationsStorage,
  accessStorage,
  idempotencyStorage,
  outboxStorage,
  eventsStorage,
  exportsStorage,
  transferStorage,
];
