// The baseline's SQL for records by id, for lists with a filter, and for the lists that only tools have.
import { CALL_COLUMNS } from './baseline-calls-sql.mjs';
import { MESSAGE_COLUMNS, MESSAGE_TABLES, THREAD_COLUMNS } from './baseline-inbox-sql.mjs';
import { counted, countsOf, JOB_COLUMNS, LEAD_COLUMNS, NEWEST, pageOf, SERVICE_COLUMNS } from './baseline-sql.mjs';

const BY_ID = 't.shop_id = $1 and t.id = $2';
const CUSTOMER_COLUMNS = `t.id, coalesce(t.name, '—') as name, t.email, t.phone, t.city, t.region, t.postal_code, to_json(t.tags) as tags,
  t.is_vip, t.created_at`;

export const LEADS_WITH = `select ${LEAD_COLUMNS} from leads t
  where t.deleted_at is null and t.shop_id = $1 and t.status = $2 ${NEWEST} limit $3`;
export const QUOTES = `select t.id, t.number, t.customer_id, t.status, t.total::numeric / 100 as total, t.created_at
  from quotes t where t.shop_id = $1 ${NEWEST} limit $2`;
export const CUSTOMERS = `select ${CUSTOMER_COLUMNS} from customers t where t.shop_id = $1 ${NEWEST} limit $2`;

export const CALL = `select ${CALL_COLUMNS} from calls t where ${BY_ID}`;
export const CUSTOMER = `select ${CUSTOMER_COLUMNS} from customers t where ${BY_ID}`;
export const JOB = `select ${JOB_COLUMNS} from jobs t where ${BY_ID}`;
/** A thread with its customer. The columns from `customer_name` on stand beside the thread in the answer. */
export const THREAD = `select ${THREAD_COLUMNS}, c.name as customer_name, c.phone as customer_phone, c.email as customer_email,
    c.consent_source, c.consent_captured_at, o.number is not null and o.lifted_at is null as blocked,
    p.number as opted_out, p.lifted_at, p.consent_ended_at
  from conversations t
    left join customers c on c.shop_id = t.shop_id and c.id = t.customer_id
    left join opt_outs o on o.shop_id = t.shop_id and o.number = coalesce(t.contact_number, c.phone)
    left join opt_outs p on p.shop_id = t.shop_id and p.number = c.phone
  where ${BY_ID}`;

/** `$2` the position before the page. A page without events has one row with the ends alone. */
export const FEED = `select (select p.number from pruned_events p where p.shop_id = $1) as pruned,
    (select max(o.number) from outbox o where o.shop_id = $1) as newest, e.*
  from (select 1) as one left join (
    select t.number, t.id, t.type, t.created_at, t.shop_id, t.data, t.cause from outbox t
    where t.shop_id = $1 and t.number > $2 and t.type <> 'vehicle.decode_missed' order by t.number limit $3
  ) e on true order by e.number`;

/** `$4` the pattern of one word. */
export const SERVICES_FOUND = pageOf(
  'select count(*) as n from found',
  'select t.id from found t order by t.position, t.name, t.id limit $2 offset $3',
  SERVICE_COLUMNS,
  'services t',
  `found as materialized (
    select t.position, t.name, t.id from services t where t.shop_id = $1 and t.search_text like $4
  ),`,
);

export const CUSTOMERS_COUNTED = counted('customers', '', CUSTOMER_COLUMNS, 'customers', '', 't.created_at desc, t.id desc');

/** The jobs of each origin are a range of an index. */
const OF_ORIGIN = (origin) =>
  `(select t.id, t.created_at from jobs t where t.shop_id = $1 and t.origin = '${origin}' ${NEWEST} limit $2::bigint + $3::bigint)`;
export const JOBS_COUNTED = pageOf(
  countsOf('jobs'),
  `select t.id from (${OF_ORIGIN('service')} union all ${OF_ORIGIN('import')}) t ${NEWEST} limit $2 offset $3`,
  `${JOB_COLUMNS}, s.name as assignee_name, c.name as customer_name,
    nullif(concat_ws(' ', v.year, v.make, v.model, v.trim), '') as vehicle_label`,
  `jobs t join customers c on c.shop_id = t.shop_id and c.id = t.customer_id
    left join staff s on s.shop_id = t.shop_id and s.id = t.assignee_id
    left join vehicles v on v.shop_id = t.shop_id and v.id = t.vehicle_id`,
);

/** `$4` the thread. */
const OF_THREAD = 'from messages t where t.shop_id = $1 and t.conversation_id = $4';
export const MESSAGES_COUNTED = pageOf(
  `select count(*) as n ${OF_THREAD}`,
  `select t.id ${OF_THREAD} ${NEWEST} limit $2 offset $3`,
  MESSAGE_COLUMNS,
  MESSAGE_TABLES,
);
