import { Services, type ServiceCategory, type ServiceFilter } from '../../../application/areas/services/services.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { MenuItem, Service } from '../../../domain/services/service.js';
import type { ServiceId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { GIVEN_IDS, recordsSql } from '../../storage/records/by-key.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement } from '../../storage/statement.js';
import { BUCKET_CATEGORY, SERVICE_KIND } from './service.entity.js';
import { ServicePages } from './service.pages.js';

/**
 * Selects the categories of a shop's services, with the number of services in each. The spelling of a category is that of its
 * first service on the menu.
 */
const CATEGORIES = statement(
  'services.categories',
  `
  select spelled.category, named.count
  from (
    select ${BUCKET_CATEGORY} as key, sum(c.n)::bigint as count from record_counts c
    where c.shop_id = $1 and c.list = 'services' and ${BUCKET_CATEGORY} is not null group by 1 having sum(c.n) > 0
  ) named
  cross join lateral (
    select t.category from services t where t.shop_id = $1 and t.category_key = named.key order by t.position, t.name, t.id limit 1
  ) spelled`,
);

const FIND_ALL = statement('services.find_all', recordsSql(GIVEN_IDS, SERVICE_KIND));

export class PostgresServices extends Services {
  private readonly store: RecordStore<Service>;
  private readonly pages: ServicePages;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, SERVICE_KIND);
    this.pages = new ServicePages(database);
  }

  override find(shop: ShopId, id: ServiceId): Promise<Service | null> {
    return this.store.find(shop, id);
  }

  override findAll(shop: ShopId, ids: readonly ServiceId[]): Promise<Service[]> {
    return this.database.read(FIND_ALL, [shop, ids]);
  }

  override list(shop: ShopId, filter: ServiceFilter, limit: number, offset: number): Promise<OffsetSlice<MenuItem>> {
    return this.pages.list(shop, filter, limit, offset);
  }

  override categories(shop: ShopId): Promise<readonly ServiceCategory[]> {
    return this.database.read(CATEGORIES, [shop]);
  }

  override change(shop: ShopId, id: ServiceId, change: (service: Service) => Announced<Service>): Promise<Service | null> {
    return this.store.change(shop, id, change);
  }
}
