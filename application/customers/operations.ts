import { createCustomer } from './create-customer.js';
import { findCustomers } from './find-customers.js';
import { getCustomerDetail } from './get-customer-detail.js';
import { getCustomer } from './get-customer.js';
import { listCustomers } from './list-customers.js';
import { updateCustomer } from './update-customer.js';

export const customerOperations = [
  listCustomers,
  createCustomer,
  getCustomer,
  updateCustomer,
  findCustomers,
  getCustomerDetail,
];
