import { customerRecord } from 'shop-operations-api/application/areas/customers/customers.js';
import { field, text } from 'shop-operations-api/application/kernel/fields/extra-field.js';
import { storage } from 'shop-operations-api/adapters/storage/storage.js';
import { extension } from 'shop-operations-api/infrastructure/extensions/extension.js';
import { LoyaltyNumbers1795900000000 } from './loyalty-numbers.migration.js';

export const loyalty = extension({
  name: 'loyalty',
  about: 'Keeps the number of each customer’s loyalty card.',
  fields: [field(customerRecord, 'loyalty_number', text({ max: 40, description: 'The number on the card.' }))],
  storages: [storage({ migrations: [LoyaltyNumbers1795900000000] })],
});
