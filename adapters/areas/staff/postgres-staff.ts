import type { Repository } from 'typeorm';
import {
  Staff,
  type ChangedFields,
  type Headcount,
  type StaffChange,
  type StaffFilter,
} from '../../../application/areas/staff/staff.js';
import { MOST_UNPAGED, type Listing, type OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { PersonId, ShopId, StaffProfileId } from '../../../domain/shared/id.js';
import { isInboxTeammate, type StaffMember } from '../../../domain/staff/staff.js';
import type { Database } from '../../storage/database.js';
import { OffsetPages } from '../../storage/lists/offset-pages.js';
import { statement } from '../../storage/statement.js';
import { selected, selectList } from '../../storage/tables/table.js';
import { staffTable } from './staff-member.entity.js';

const COLUMNS = selectList(staffTable);
export const STAFF_MEMBER = { select: COLUMNS, from: 'staff t' };
const RECORD = selected<Row>(staffTable);
const ORDER = 'order by t.active desc, t.name, t.id desc';
const ROSTER = statement(
  'staff.roster',
  `select ${COLUMNS}, count(*) over () as total from staff t where t.shop_id = $1 ${ORDER} limit ${MOST_UNPAGED}`,
);
const MEMBER = statement(
  'staff.member',
  `select ${COLUMNS} from staff t where t.shop_id = $1 and (t.user_id = $2 or t.id = $2) order by t.user_id <> $2 limit 1`,
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
type Row = StaffMember & { readonly shopId: ShopId };

export class PostgresStaff extends Staff {
  private readonly pages: OffsetPages<StaffMember>;

  constructor(private readonly database: Database) {
    super();
    this.pages = new OffsetPages(database, STAFF_MEMBER, 'staff.list');
  }

  override async roster(shop: ShopId): Promise<Listing<StaffMember, Headcount>> {
    const rows = await this.database.read<StaffMember & Headcount>(ROSTER, [shop]);
    return { items: rows.map(({ total: _, ...member }) => member), beside: { total: rows[0]?.total ?? 0 } };
  }

  /** Returns a page of the staff. A shop has few members of staff, so they are counted and sorted directly. */
  override list(shop: ShopId, { active }: StaffFilter, limit: number, offset: number): Promise<OffsetSlice<StaffMember>> {
    const matching = `from staff t where t.shop_id = $1 ${active === undefined ? '' : `and t.active = ${String(active)}`}`;
    const ids = `select t.id ${matching} ${ORDER} limit $2 offset $3`;
    return this.pages.list(shop, limit, offset, () => ({ total: `select count(*) as n ${matching}`, ids }));
  }

  override async profileOf(shop: ShopId, id: PersonId): Promise<StaffProfileId | null> {
    const [member] = await this.database.read<Pick<StaffMember, 'id'>>(PROFILE, [shop, id]);
    return member?.id ?? null;
  }

  override async shopsWith(id: PersonId): Promise<ShopId[]> {
    const rows = await this.database.read<{ readonly shopId: ShopId }>(SHOPS_WITH, [id]);
    return rows.map(({ shopId }) => shopId);
  }

  override async find(shop: ShopId, id: PersonId): Promise<StaffMember | null> {
    const [member] = await this.database.read<StaffMember>(MEMBER, [shop, id]);
    return member ?? null;
  }

  override active(shopId: ShopId): Promise<StaffMember[]> {
    const order = { name: 'asc', id: 'desc' } as const;
    return this.withStaff((staff) => staff.find({ select: RECORD, where: { shopId, active: true }, order }));
  }

  override async inboxTeammates(shop: ShopId): Promise<StaffMember[]> {
    return (await this.active(shop)).filter(isInboxTeammate);
  }

  override async add(shopId: ShopId, member: StaffMember): Promise<void> {
    await this.withStaff((staff) => staff.insert({ ...member, shopId }));
  }

  override async change(shopId: ShopId, either: PersonId, change: ChangedFields): Promise<StaffChange | null> {
    const id = await this.profileOf(shopId, either);
    if (id === null) return null;
    return this.database.transaction(() =>
      this.withStaff(async (staff) => {
        const lock = { mode: 'for_no_key_update' } as const;
        const before = await staff.findOneOrFail({ select: RECORD, where: { shopId, id }, lock });
        await staff.update({ shopId, id }, change);
        return { before, member: { ...before, ...change } };
      }),
    );
  }

  private withStaff<T>(work: (staff: Repository<Row>) => Promise<T>): Promise<T> {
    return this.database.withRepositories((manager) => work(manager.getRepository<Row>(staffTable.schema)));
  }
}
