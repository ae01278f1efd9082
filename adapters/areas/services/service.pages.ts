import type { ServiceFilter } from '../../../application/areas/services/services.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import { BESIDE_THE_MENU, categoryKey, type MenuItem } from '../../../domain/services/service.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { countedTotal, mergedIds, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { matchesSql } from '../../storage/lists/found-first.js';
import { searchSql } from '../../storage/lists/search-pattern.js';
import type { Parameter } from '../../storage/statement.js';
import { BUCKET_FLAGS, bucketOf, flagText, selectService, SERVICE_KIND } from './service.entity.js';

export const MENU_ITEM = { select: selectService(BESIDE_THE_MENU), from: SERVICE_KIND.from };

const MENU_ORDER = ['t.position', 't.name', 't.id'];
const EITHER = [true, false] as const;
/** Every combination of flags that a service can have. */
const ALL_FLAGS = EITHER.flatMap((active) => EITHER.flatMap((bookable) => EITHER.map((addon) => ({ active, bookable, addon }))));

type Flags = (typeof ALL_FLAGS)[number];
type Only = Omit<ServiceFilter, 'words' | 'category'>;

/** Pages of the menu with exact totals. */
export class ServicePages {
  private readonly pages: OffsetPages<MenuItem>;

  constructor(database: Database) {
    this.pages = new OffsetPages(database, MENU_ITEM, 'services.list');
  }

  list(shop: ShopId, { words, category, ...only }: ServiceFilter, limit: number, offset: number): Promise<OffsetSlice<MenuItem>> {
    const key = category === undefined ? null : categoryKey(category);
    const flags = ALL_FLAGS.filter((one) => fits(one, only));
    return this.pages.list(shop, limit, offset, (parameter) => {
      const search = searchSql(words, parameter);
      return search === null ? selectCounted(flags, key, parameter) : selectFound(search, only, key, parameter);
    });
  }
}

function fits({ active, bookable, addon }: Flags, only: Only): boolean {
  return (active || !only.activeOnly) && (bookable || !only.bookableOnly) && (addon || !only.addonsOnly);
}

/**
 * Selects a page without a search. The total comes from the stored counts. The services with one combination of flags are a range
 * of an index in menu order, and the page is merged from these ranges.
 */
function selectCounted(flags: readonly Flags[], key: string | null, parameter: Parameter): PageSelects {
  const all = flags.length === ALL_FLAGS.length;
  const category = key === null ? '' : `and t.category_key = ${parameter(key)}`;
  const ranges = all ? [''] : flags.map(rangeOf);
  const arms = ranges.map((range) => `from services t where t.shop_id = $1 ${category} ${range}`);
  return { total: countedTotal('services', bucketCondition(flags, key, all, parameter)), ids: mergedIds(arms, MENU_ORDER) };
}

function rangeOf({ active, bookable, addon }: Flags): string {
  return `and t.active = ${String(active)} and t.bookable = ${String(bookable)} and t.addon = ${String(addon)}`;
}

function bucketCondition(flags: readonly Flags[], key: string | null, all: boolean, parameter: Parameter): string {
  if (key !== null) return `and c.bucket = any (${parameter(flags.map((one) => bucketOf(one, key)))})`;
  return all ? '' : `and ${BUCKET_FLAGS} = any (${parameter(flags.map(flagText))})`;
}

/** Selects a page of a search. The services that match are counted and sorted directly, so the cost grows with their number. */
function selectFound(
  search: string,
  { activeOnly, bookableOnly, addonsOnly }: Only,
  key: string | null,
  parameter: Parameter,
): PageSelects {
  const conditions = [
    search,
    ...(key === null ? [] : [`t.category_key = ${parameter(key)}`]),
    ...(activeOnly ? ['t.active'] : []),
    ...(bookableOnly ? ['t.bookable'] : []),
    ...(addonsOnly ? ['t.addon'] : []),
  ];
  return {
    shared: [matchesSql('t.position, t.name, t.id', `from services t where t.shop_id = $1 and ${conditions.join(' and ')}`)],
    total: 'select count(*) as n from matches',
    ids: `select t.id from matches t order by ${MENU_ORDER.join(', ')} limit $2 offset $3`,
  };
}
