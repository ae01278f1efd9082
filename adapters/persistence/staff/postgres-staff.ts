import { MOST_UNPAGED, type Listing, type OffsetSlice } from '../../../application/operation/page.js';
import { Staff, type Headcount, type StaffFilter } from '../../../application/staff/staff.js';
import type { WeeklyHours } from '../../../domain/access/shop-settings.js';
import type { ShopId, StaffProfileId, StaffUserId } from '../../../domain/shared/id.js';
import { isInboxTeammate, type StaffMember } from '../../../domain/staff/staff.js';
import { statement, type Database } from '../connection/database.js';
import { OffsetPages } from '../lists/offset-pages.js';
import { insertion } from '../tables/insertion.js';
import { selectList, storedValue } from '../tables/table.js';
import { staffTable } from './staff.table.js';

const COLUMNS = selectList(staffTable);
const ORDER = 'order by t.active desc, t.name, t.id desc';
const ROSTER = statement(
  'staff.roster',
  `select ${COLUMNS}, count(*) over () as total from staff t where t.shop_id = $1 ${ORDER} limit ${MOST_UNPAGED}`,
);
const PROFILE = statement(
  'staff.profile',
  'select t.id from staff t where t.shop_id = $1 and (t.id = $2 or t.user_id = $2) order by t.id <> $2 limit 1',
);
/** The operator's commands name a person, and no shop. They run rarely, and people are few, so the statement has no index. */
const SHOPS_WITH = statement(
  'staff.shops_with',
  'select distinct t.shop_id as "shopId" from staff t where t.id = $1 or t.user_id = $1 limit 2',
);
const FIND = statement('staff.find', `select ${COLUMNS} from staff t where t.shop_id = $1 and t.user_id = $2`);
const ACTIVE = statement(
  'staff.active',
  `select ${COLUMNS} from staff t where t.shop_id = $1 and t.active order by t.name, t.id desc`,
);
const INSERTION = insertion<StaffMember & { readonly shopId: ShopId }>(staffTable, ['externalId', 'origin']);
const ADD = statement('staff.add', INSERTION.sql);
const DEACTIVATE = statement(
  'staff.deactivate',
  `update staff t set active = false where t.shop_id = $1 and (t.id = $2 or t.user_id = $2) returning ${COLUMNS}`,
);
const SET_HOURS = statement(
  'staff.set_hours',
  `update staff t set hours = $3 where t.shop_id = $1 and (t.id = $2 or t.user_id = $2) returning ${COLUMNS}`,
);

export class PostgresStaff extends Staff {
  private readonly pages: OffsetPages<StaffMember>;

  constructor(private readonly database: Database) {
    super();
    this.pages = new OffsetPages(database, { select: COLUMNS, from: 'staff t' }, 'staff.list');
  }

  override async roster(shop: ShopId): Promise<Listing<StaffMember, Headcount>> {
    const rows = await this.database.read<StaffMember & Headcount>(ROSTER, [shop]);
    return { items: rows.map(({ total: _, ...member }) => member), beside: { total: rows[0]?.total ?? 0 } };
  }

  /** Returns a page of the staff. A shop has few members of staff, so they are counted and sorted directly. */
  override list(shop: ShopId, { activeOnly }: StaffFilter, limit: number, offset: number): Promise<OffsetSlice<StaffMember>> {
    const matching = `from staff t where t.shop_id = $1 ${activeOnly ? 'and t.active' : ''}`;
    const ids = `select t.id ${matching} ${ORDER} limit $2 offset $3`;
    return this.pages.list(shop, limit, offset, () => ({ total: `select count(*) as n ${matching}`, ids }));
  }

  override async profileOf(shop: ShopId, id: StaffProfileId | StaffUserId): Promise<StaffProfileId | null> {
    const [member] = await this.database.read<Pick<StaffMember, 'id'>>(PROFILE, [shop, id]);
    return member?.id ?? null;
  }

  override async shopsWith(id: StaffProfileId | StaffUserId): Promise<ShopId[]> {
    const rows = await this.database.read<{ readonly shopId: ShopId }>(SHOPS_WITH, [id]);
    return rows.map(({ shopId }) => shopId);
  }

  override async findByUser(shop: ShopId, userId: StaffUserId): Promise<StaffMember | null> {
    const [member] = await this.database.read<StaffMember>(FIND, [shop, userId]);
    return member ?? null;
  }

  override active(shop: ShopId): Promise<StaffMember[]> {
    return this.database.read<StaffMember>(ACTIVE, [shop]);
  }

  override async inboxTeammates(shop: ShopId): Promise<StaffMember[]> {
    return (await this.active(shop)).filter(isInboxTeammate);
  }

  override async add(shop: ShopId, member: StaffMember): Promise<void> {
    await this.database.write(ADD, INSERTION.valuesOf({ ...member, shopId: shop }));
  }

  override async deactivate(shop: ShopId, id: StaffProfileId | StaffUserId): Promise<StaffMember | null> {
    return (await this.database.write<StaffMember>(DEACTIVATE, [shop, id]))[0] ?? null;
  }

  override async setHours(
    shop: ShopId,
    id: StaffProfileId | StaffUserId,
    hours: WeeklyHours | null,
  ): Promise<StaffMember | null> {
    const stored = storedValue(staffTable, 'hours', hours);
    return (await this.database.write<StaffMember>(SET_HOURS, [shop, id, stored]))[0] ?? null;
  }
}
