import { Staff } from '../../../application/staff/staff.js';
import type { ShopId, StaffUserId } from '../../../domain/shared/id.js';
import { isInboxTeammate, type StaffMember } from '../../../domain/staff/staff.js';
import { statement, type Database } from '../database.js';
import { selectList } from '../table.js';
import { staffTable } from './staff.table.js';

const COLUMNS = selectList(staffTable);
const FIND = statement(`select ${COLUMNS} from staff t where t.shop_id = $1 and t.user_id = $2`);
const ACTIVE = statement(`select ${COLUMNS} from staff t where t.shop_id = $1 and t.active order by t.name, t.id`);

export class PostgresStaff extends Staff {
  constructor(private readonly database: Database) {
    super();
  }

  override async findByUser(shop: ShopId, userId: StaffUserId): Promise<StaffMember | null> {
    const [member] = await this.database.read<StaffMember>(FIND, [shop, userId]);
    return member ?? null;
  }

  override async inboxTeammates(shop: ShopId): Promise<StaffMember[]> {
    return (await this.database.read<StaffMember>(ACTIVE, [shop])).filter(isInboxTeammate);
  }
}
