import { accountOperations } from './account/operations.js';
import { customerOperations } from './customers/operations.js';
import { leadOperations } from './leads/operations.js';
import type { Operation } from './operation/operation.js';
import { taskOperations } from './tasks/operations.js';
import { vehicleOperations } from './vehicles/operations.js';

/** The registry: everything that a route, a capability endpoint, a tool or an entry of the document is computed from. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...leadOperations,
  ...customerOperations,
  ...vehicleOperations,
  ...taskOperations,
];
