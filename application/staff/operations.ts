import { listStaff } from './list-staff.js';

export const staffOperations = [listStaff];
