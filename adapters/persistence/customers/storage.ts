import { Customers } from '../../../application/customers/customers.js';
import { CUSTOMERS } from '../../../application/customers/records.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { BLOCK_OF_PHONE } from '../opt-outs/imported-block.kind.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { CUSTOMER_KIND } from './customer.kind.js';
import { customerTable } from './customer.table.js';
import { PostgresCustomers } from './postgres-customers.js';
import { customerErasure } from './customer.erasure.js';

export const customersStorage = storage({
  tables: [customerTable],
  kinds: [stored(CUSTOMERS, { ...CUSTOMER_KIND, beside: BLOCK_OF_PHONE })],
  erases: [customerErasure],
  provides: [provide(Customers, PostgresCustomers, [Database])],
});
