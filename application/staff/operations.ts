import { listStaff } from './list-staff.js';
import { searchStaff } from './search-staff.js';

export const staffOperations = [
  searchStaff,
  listStaff,
];
