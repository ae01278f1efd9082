import {
  CustomerKnown,
  CUSTOMERS,
  Customers,
  MOST_NESTED,
  type CustomerDetail,
  type ListedCustomer,
  type NamedCustomerFilter,
  type SearchedCustomerFilter,
} from '../../../application/areas/customers/customers.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { Customer } from '../../../domain/customers/customer.js';
import { Unavailable } from '../../../domain/shared/errors.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Database } from '../../storage/database.js';
import { violatedUnique } from '../../storage/violated-unique.js';
import { GIVEN_IDS, recordsSql } from '../../storage/records/by-key.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { given, KeysetPages, narrowed, type ListCondition } from '../../storage/lists/keyset-pages.js';
import type { FoundBy } from '../../storage/lists/found-first.js';
import { metadataSql } from '../../storage/lists/metadata-sql.js';
import { searchSql } from '../../storage/lists/search-pattern.js';
import { ExternalIds } from '../../storage/records/external-ids.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement, type Statement } from '../../storage/statement.js';
import { nested, nestedRows, selectList } from '../../storage/tables/table.js';
import { jobTable } from '../jobs/job.entity.js';
import { TASK_KIND, taskTable } from '../tasks/task.entity.js';
import { optOutIn, optOutOf } from '../texting/opt-out.entity.js';
import { vehicleTable } from '../vehicles/vehicle.entity.js';
import { CUSTOMER_KIND } from './customer.entity.js';
import { CustomerListPages } from './customer.pages.js';

const OF_CUSTOMER = 't.shop_id = $1 and t.customer_id = $2';
const NEWEST = `order by t.created_at desc, t.id desc limit ${MOST_NESTED}`;

const VEHICLES = `select ${selectList(vehicleTable, 't', ['comparablePlate', 'searchText'])} from vehicles t where ${OF_CUSTOMER} ${NEWEST}`;
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

const UNIQUE: ReadonlySet<string> = new Set(['customers_email', 'customers_phone']);

/** Finds another customer that has the e-mail or the phone. If both belong to others, the row is the one for the e-mail. */
const CLASH = statement(
  'customers.clash',
  `select id, field from (
    select t.id, 'email' as field from customers t where t.shop_id = $1 and t.email = $2 and t.id <> $4
    union all
    select t.id, 'phone' from customers t where t.shop_id = $1 and t.phone = $3 and t.id <> $4
  ) clashes order by field limit 1`,
);

export class PostgresCustomers extends Customers {
  private readonly store: RecordStore<Customer>;
  private readonly externalIds: ExternalIds<Customer>;
  private readonly searchPages: KeysetPages<Customer>;
  private readonly changePages: ChangePages<Customer>;
  private readonly listPages: CustomerListPages;
  private readonly details: CustomerDetails;
  private readonly findMany: Statement;

  constructor(private readonly database: Database) {
    super();
    const kind = database.extra.extended(CUSTOMER_KIND);
    this.externalIds = new ExternalIds(database, kind, CUSTOMERS);
    this.store = new RecordStore(database, kind, (...given) => this.named(...given));
    this.searchPages = new KeysetPages(database, kind, 'customers.search');
    this.changePages = new ChangePages(database, kind);
    this.listPages = new CustomerListPages(database, kind);
    this.details = new CustomerDetails(database, kind);
    this.findMany = statement('customers.find_all', recordsSql(GIVEN_IDS, kind));
  }

  override find(shop: ShopId, id: CustomerId): Promise<Customer | null> {
    return this.store.find(shop, id);
  }

  override detail(shop: ShopId, id: CustomerId): Promise<CustomerDetail | null> {
    return this.details.read(shop, id);
  }

  override search(shop: ShopId, filter: SearchedCustomerFilter, limit: number, after: Position | null): Promise<Customer[]> {
    return this.searchPages.list(shop, conditionsOf(filter), limit, after, { ids: filter.ids, foundBy: foundBy(filter) });
  }

  override changes(shop: ShopId, filter: SearchedCustomerFilter, asked: ChangesAsked): Promise<ChangedRows<Customer>> {
    return this.changePages.list(shop, asked, conditionsOf(filter), { ids: filter.ids, foundBy: foundBy(filter) });
  }

  override findAll(shop: ShopId, ids: readonly CustomerId[]): Promise<Customer[]> {
    return this.database.read(this.findMany, [shop, ids]);
  }

  override list(shop: ShopId, filter: NamedCustomerFilter, limit: number, offset: number): Promise<OffsetSlice<ListedCustomer>> {
    return this.listPages.list(shop, filter, limit, offset);
  }

  override findByExternalId(shop: ShopId, externalId: string): Promise<Customer | null> {
    return this.externalIds.find(shop, externalId);
  }

  override add(shop: ShopId, decision: Announced<Customer>): Promise<Customer> {
    return this.store.create(shop, decision);
  }

  override addUnlessTaken(shop: ShopId, decision: Announced<Customer>): Promise<Customer | null> {
    return this.externalIds.addUnlessTaken(this.store, shop, decision, [], (wanted) => this.clash(shop, wanted));
  }

  override change(shop: ShopId, id: CustomerId, change: (customer: Customer) => Announced<Customer>): Promise<Customer | null> {
    return this.store.change(shop, id, change);
  }

  /**
   * Returns the error that names the other customer with this e-mail or phone, because the unique index only says that one of
   * them is taken. An error with another cause is returned unchanged.
   */
  private async named(shop: ShopId, wanted: Customer, error: unknown): Promise<unknown> {
    if (!UNIQUE.has(violatedUnique(error) ?? '')) return this.externalIds.named(shop, wanted, error);
    // Without a clash, the other customer has given the value up meanwhile, so the same call may succeed now.
    return (await this.clash(shop, wanted)) ?? new Unavailable({ cause: error });
  }

  private async clash(shop: ShopId, { id, email, phone }: Customer): Promise<CustomerKnown | null> {
    const values = [shop, email, phone, id];
    const [clash] = await this.database.read<{ id: CustomerId; field: 'email' | 'phone' }>(CLASH, values);
    return clash ? new CustomerKnown(clash.field, clash.id) : null;
  }
}

function conditionsOf(filter: SearchedCustomerFilter): ListCondition[] {
  return [...given('t.email = ?', filter.email), ...given('t.phone = ?', filter.phone), ...narrowed(filter)];
}

function foundBy({ terms, metadata }: SearchedCustomerFilter): FoundBy {
  return (parameter) => [searchSql(terms, parameter), metadataSql(metadata, parameter)];
}
