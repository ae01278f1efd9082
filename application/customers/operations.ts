import { createCustomer } from './create-customer.js';
import { getCustomer } from './get-customer.js';
import { listCustomers } from './list-customers.js';
import { readCustomer } from './read-customer.js';
import { searchCustomers } from './search-customers.js';
import { updateCustomer } from './update-customer.js';

export const customerOperations = [
  searchCustomers,
  createCustomer,
  readCustomer,
  updateCustomer,
  listCustomers,
  getCustomer,
];
