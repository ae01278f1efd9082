import { CUSTOMERS, Customers } from '../../../application/areas/customers/customers.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { emptied } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { BLOCK_OF_PHONE } from '../texting/opt-out.entity.js';
import { CUSTOMER_KIND, customerTable } from './customer.entity.js';
import { PostgresCustomers } from './postgres-customers.js';

const customerErasure = emptied({
  table: customerTable,
  about: ({ customer }, parameter) => `t.id = ${parameter(customer)}`,
  to: {
    name: 'null',
    email: 'null',
    phone: 'null',
    city: 'null',
    region: 'null',
    postalCode: 'null',
    tags: `'{}'`,
    tagKeys: `'{}'`,
    consentSource: `'unknown'`,
    consentCapturedAt: 'null',
    consentNote: 'null',
    searchText: `''`,
    externalId: 'null',
    metadata: `'{}'`,
  },
});

export const customersStorage = storage({
  tables: [customerTable],
  kinds: [stored(CUSTOMERS, { ...CUSTOMER_KIND, beside: [BLOCK_OF_PHONE] })],
  erases: [customerErasure],
  provides: [provide(Customers, PostgresCustomers, [Database])],
});
