import { Customers } from '../../../application/areas/customers/customers.js';
import { CUSTOMERS } from '../../../application/areas/customers/records.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { BLOCK_OF_PHONE } from '../opt-outs/imported-block.kind.js';
import { customerErasure } from './customer.erasure.js';
import { CUSTOMER_KIND } from './customer.kind.js';
import { customerTable } from './customer.table.js';
import { PostgresCustomers } from './postgres-customers.js';

export const customersStorage = storage({
  tables: [customerTable],
  kinds: [stored(CUSTOMERS, { ...CUSTOMER_KIND, beside: BLOCK_OF_PHONE })],
  erases: [customerErasure],
  provides: [provide(Customers, PostgresCustomers, [Database])],
});
