import type { Customer } from '../../../domain/customers/customer.js';
import { foldForSearch, searchText } from '../../../domain/shared/search.js';
import { plainKind } from '../../storage/records/record-kind.js';
import {
  changeTime,
  erasureTime,
  facts,
  flag,
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuidKey,
  type Erasable,
  type ProvenanceColumns,
  type Stored,
} from '../../storage/tables/table.js';

export const customerTable = table<
  Stored<Customer> & ProvenanceColumns & Erasable & { searchText: string; tagKeys: readonly string[] }
>(
  'customers',
  {
    shopId: shopKey,
    id: uuidKey(),
    name: orNull(text()),
    email: orNull(text()),
    phone: orNull(text()),
    city: orNull(text()),
    region: orNull(text()),
    postalCode: orNull(text('postal_code')),
    tags: { type: 'text', array: true },
    isVip: flag('is_vip'),
    consentSource: text('consent_source'),
    consentCapturedAt: orNull(instant('consent_captured_at')),
    consentNote: orNull(text('consent_note')),
    metadata: facts,
    createdAt: instant('created_at'),
    updatedAt: changeTime,
    erasedAt: erasureTime,
    searchText: { ...text('search_text'), default: '' },
    tagKeys: { type: 'text', array: true, name: 'tag_keys', default: '{}' },
    ...provenance,
    version: integer(),
  },
  ['externalId'],
);

/** The bucket of the customers that are VIPs. All other customers are in the bucket `other`. */
export const VIP = 'vip';

export const CUSTOMER_KIND = plainKind<Customer>({
  table: customerTable,
  returns: true,
  derived: {
    searchText: ({ name, email, phone }) => searchText([name, email, phone]),
    tagKeys: ({ tags }) => tags.map(foldForSearch),
  },
  counted: { list: 'customers', buckets: ({ isVip }) => [isVip ? VIP : 'other'] },
});
