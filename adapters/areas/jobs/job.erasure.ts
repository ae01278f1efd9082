import { emptied } from '../../storage/erasure/eraser.js';
import { jobTable } from './job.table.js';

/** The number of a job, its stage and its times stay: they belong to the shop's books. */
export const jobErasure = emptied({
  table: jobTable,
  about: ({ customer }, parameter) => `t.customer_id = ${parameter(customer)}`,
  to: { title: 'null', locationAddress: 'null' },
});
