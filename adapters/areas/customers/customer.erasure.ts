import { emptied } from '../../storage/erasure/eraser.js';
import { customerTable } from './customer.table.js';

export const customerErasure = emptied({
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
  },
});
