import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { FileStorage } from '../media/file-storage.js';
import { ScheduledMessages } from '../texting/scheduled-messages.js';
import { createCustomer } from './create-customer.js';
import { putCustomer } from './put-customer.js';
import { customerKind } from './customer.import.js';
import { customerEvents, erasedCustomerEvents } from './customer.view.js';
import { EraseCustomer } from './erase-customer.js';
import { Erasures } from './erasures.js';
import { getCustomer } from './get-customer.js';
import { listCustomers } from './list-customers.js';
import { readCustomer } from './read-customer.js';
import { searchCustomers } from './search-customers.js';
import { updateCustomer } from './update-customer.js';

export const customersArea = area({
  name: 'customers',
  about: 'The shop’s customers. Each has an e-mail or a phone that no other customer has.',
  operations: [searchCustomers, createCustomer, readCustomer, updateCustomer, putCustomer, listCustomers, getCustomer],
  commands: [provide(EraseCustomer, EraseCustomer, [Erasures, ScheduledMessages, FileStorage, Announcer, Clock])],
  importKinds: [customerKind],
  events: [customerEvents, erasedCustomerEvents],
});
