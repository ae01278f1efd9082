import { categoryKey, type Service } from '../../../domain/services/service.js';
import { nameSpellings, searchText } from '../../../domain/shared/search.js';
import { SHOP_CURRENCY } from '../../storage/lists/offset-pages.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import {
  amount,
  flag,
  instant,
  integer,
  json,
  orNull,
  provenance,
  selectList,
  shopKey,
  table,
  text,
  uuidKey,
  type ProvenanceColumns,
  type Stored,
} from '../../storage/tables/table.js';

type ServiceRow = Omit<Stored<Service>, 'currency'> & ProvenanceColumns & { searchText: string; categoryKey: string | null };

export const serviceTable = table<ServiceRow>('services', {
  shopId: shopKey,
  id: uuidKey(),
  name: text(),
  description: orNull(text()),
  category: orNull(text()),
  pricingModel: text('pricing_model'),
  basePrice: orNull(amount('base_price')),
  durationMinutes: orNull(integer('duration_minutes')),
  cureTimeHours: orNull({ type: 'numeric', precision: 7, scale: 2, name: 'cure_time_hours' }),
  active: flag(),
  bookable: flag(),
  addon: flag(),
  taxExempt: flag('tax_exempt'),
  sku: orNull(text()),
  position: integer(),
  tiers: json(),
  depositType: text('deposit_type'),
  depositValue: orNull(amount('deposit_value')),
  imageUrl: orNull(text('image_url')),
  searchText: text('search_text'),
  categoryKey: orNull(text('category_key')),
  createdAt: instant('created_at'),
  ...provenance,
  version: integer(),
});

const derived = {
  searchText: ({ name }: Service) => searchText(nameSpellings(name)),
  categoryKey: ({ category }: Service) => category && categoryKey(category),
};

export const SERVICE_KIND: RecordKind<Service> = {
  table: serviceTable,
  select: selectService(),
  from: 'services t',
  derived,
  counted: { list: 'services', buckets: (service) => [bucketOf(service, derived.categoryKey(service))] },
};

/**
 * Returns the select list of a service, with its shop's currency.
 * @param except properties that are not read
 */
export function selectService(except: readonly (keyof Service)[] = []): string {
  return `${selectList(serviceTable, 't', [...Object.keys(derived), ...except])}, ${SHOP_CURRENCY}`;
}

type Flags = Pick<Service, 'active' | 'bookable' | 'addon'>;

/**
 * The bucket in which a service is counted: its flags and its category key. A service that is active, bookable and no add-on is
 * in the bucket `110`, or in `110:detailing` if it has the category Detailing. BUCKET_FLAGS and BUCKET_CATEGORY split a bucket
 * again.
 */
export function bucketOf(flags: Flags, category: string | null): string {
  return category === null ? flagText(flags) : `${flagText(flags)}:${category}`;
}

/** The flags as digits, in the order active, bookable, add-on: `1` for true, `0` for false. */
export function flagText({ active, bookable, addon }: Flags): string {
  return [active, bookable, addon].map(Number).join('');
}

/** SQL for the flags of a bucket `c.bucket`. */
export const BUCKET_FLAGS = 'left(c.bucket, 3)';
/**
 * SQL for the category key of a bucket `c.bucket`; null for services without a category. It has the collation of `category_key`,
 * because the column `bucket` has another one: it is compared by its bytes.
 */
export const BUCKET_CATEGORY = `nullif(substr(c.bucket, 5), '') collate "default"`;
