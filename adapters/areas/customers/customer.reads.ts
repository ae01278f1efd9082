import { MOST_NESTED, type CustomerDetail } from '../../../application/areas/customers/customers.js';
import type { Customer } from '../../../domain/customers/customer.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Database } from '../../storage/database.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import { statement } from '../../storage/statement.js';
import { nested, nestedRows } from '../../storage/tables/nested-rows.js';
import { selectList } from '../../storage/tables/table.js';
import { jobTable } from '../jobs/job.table.js';
import { optOutOf, optOutIn } from '../opt-outs/opt-out.reads.js';
import { TASK_KIND } from '../tasks/task.kind.js';
import { taskTable } from '../tasks/task.table.js';
import { vehicleTable } from '../vehicles/vehicle.table.js';

const OF_CUSTOMER = 't.shop_id = $1 and t.customer_id = $2';
const NEWEST = `order by t.created_at desc, t.id desc limit ${MOST_NESTED}`;

const VEHICLES = `select ${selectList(vehicleTable, 't', ['comparablePlate'])} from vehicles t where ${OF_CUSTOMER} ${NEWEST}`;
const OPEN_JOBS = `select ${selectList(jobTable)} from jobs t
  where ${OF_CUSTOMER} and t.stage not in ('completed', 'canceled') ${NEWEST}`;
const OPEN_TASKS = `select ${TASK_KIND.select} from ${TASK_KIND.from} where ${OF_CUSTOMER} and t.status = 'open'
  order by t.due_at asc nulls last, t.created_at desc, t.id desc limit ${MOST_NESTED}`;
const CONVERSATION = `(select t.id from conversations t where ${OF_CUSTOMER}
  order by t.last_message_at desc nulls last, t.id desc limit 1)`;

type Row = Customer & Omit<CustomerDetail, 'customer' | 'optOut'> & { readonly optOuts: readonly OptOut[] };

/** A customer with its related records, read by one statement and so from one snapshot. */
export class CustomerDetails {
  private readonly find;

  constructor(
    private readonly database: Database,
    { select, from }: RecordKind<Customer>,
  ) {
    this.find = statement(
      'customers.detail',
      `select ${select}, ${nested(VEHICLES)} as "vehicles", ${nested(OPEN_JOBS)} as "openJobs",
        ${nested(OPEN_TASKS)} as "openTasks", ${CONVERSATION} as "conversation",
        ${optOutOf('t.phone')} as "optOuts"
      from ${from} where t.shop_id = $1 and t.id = $2`,
    );
  }

  async read(shop: ShopId, id: CustomerId): Promise<CustomerDetail | null> {
    const [row] = await this.database.read<Row>(this.find, [shop, id]);
    if (!row) return null;
    const { vehicles, openJobs, openTasks, conversation, optOuts, ...customer } = row;
    return {
      customer,
      vehicles: nestedRows(vehicleTable, vehicles),
      openJobs: nestedRows(jobTable, openJobs),
      openTasks: nestedRows(taskTable, openTasks),
      conversation,
      optOut: optOutIn(optOuts),
    };
  }
}
