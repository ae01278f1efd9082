import type { Customer } from '../../../domain/customers/customer.js';
import { foldForSearch, searchText } from '../../../domain/shared/search.js';
import { plainKind } from '../../storage/records/record-kind.js';
import { customerTable } from './customer.table.js';

/** The bucket of the customers that are VIPs. All other customers are in the bucket `other`. */
export const VIP = 'vip';

export const CUSTOMER_KIND = plainKind<Customer>({
  table: customerTable,
  derived: {
    searchText: ({ name, email, phone }) => searchText([name, email, phone]),
    tagKeys: ({ tags }) => tags.map(foldForSearch),
  },
  counted: { list: 'customers', buckets: ({ isVip }) => [isVip ? VIP : 'other'] },
});
