import { accountOperations } from './account/operations.js';
import { appointmentOperations } from './appointments/operations.js';
import { customerOperations } from './customers/operations.js';
import { invoiceOperations } from './invoices/operations.js';
import { jobOperations } from './jobs/operations.js';
import { leadOperations } from './leads/operations.js';
import type { Operation } from './operation/operation.js';
import { phoneNumberOperations } from './phone-numbers/operations.js';
import { quoteOperations } from './quotes/operations.js';
import { reviewOperations } from './reviews/operations.js';
import { serviceOperations } from './services/operations.js';
import { staffOperations } from './staff/operations.js';
import { taskOperations } from './tasks/operations.js';
import { vehicleOperations } from './vehicles/operations.js';

/** The registry: everything that a route, a capability endpoint, a tool or an entry of the document is computed from. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...leadOperations,
  ...customerOperations,
  ...vehicleOperations,
  ...quoteOperations,
  ...invoiceOperations,
  ...jobOperations,
  ...appointmentOperations,
  ...taskOperations,
  ...serviceOperations,
  ...reviewOperations,
  ...staffOperations,
  ...phoneNumberOperations,
];
