// The baseline's SQL, written by hand. It uses the same indexes and gives the same answers as the service.
const LEAD_COLUMNS = `t.id, concat_ws(' ', t.first_name, t.last_name) as name, t.email, t.phone, t.source, t.status,
  t.assigned_to, t.next_followup_at, t.created_at, t.updated_at, t.external_id, t.metadata`;
const NEWEST = 'order by t.created_at desc, t.id desc';

export const LEAD = `select ${LEAD_COLUMNS} from leads t where t.shop_id = $1 and t.id = $2 and t.deleted_at is null`;
export const LEAD_VERSION = `select ${LEAD_COLUMNS}, t.version from leads t
  where t.shop_id = $1 and t.id = $2 and t.deleted_at is null`;
export const LEADS = `select ${LEAD_COLUMNS} from leads t where t.deleted_at is null and t.shop_id = $1 ${NEWEST} limit $2`;
export const LEADS_WITH = `select ${LEAD_COLUMNS} from leads t
  where t.deleted_at is null and t.shop_id = $1 and t.status = $2 ${NEWEST} limit $3`;
export const LEADS_AFTER = `select ${LEAD_COLUMNS} from leads t
  where t.deleted_at is null and t.shop_id = $1 and (t.created_at, t.id) < ($2, $3) ${NEWEST} limit $4`;

/** The time before which no change of leads is open: whoever reads on must pass over nothing. It is read before the page. */
export const CHANGES_END = `select date_trunc('milliseconds', min(o.begun)) as end from (
    select statement_timestamp() as begun
    union all
    select a.xact_start from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'relation' and l.relation = 'leads'::regclass and l.mode = 'RowExclusiveLock' and l.granted
  ) o`;
export const LEADS_CHANGED = `select ${LEAD_COLUMNS} from leads t
  where t.deleted_at is null and t.erased_at is null and t.shop_id = $1 and t.updated_at >= $2 and t.updated_at < $3
  order by t.updated_at, t.id limit $4`;

const ONE_EVENT = (type, at, id, data, cause) => `insert into outbox (shop_id, id, type, data, cause, created_at)
  select $1, ${id}::uuid, '${type}', ${data}::jsonb, ${cause}::jsonb, ${at}::timestamptz from stored`;

/** The search text is stored, too: the lead is found by it. */
export const CREATE_LEAD = `with stored as (
    insert into leads (shop_id, id, first_name, last_name, email, phone, source, status, next_followup_at, created_at, search_text,
      version)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $14, 1) returning 1
  ) ${ONE_EVENT('lead.created', '$10', '$11', '$12', '$13')}`;
/** The follow-up is announced when it is due, so its time is stored for that, too. */
export const PATCH_LEAD = `with stored as (
    update leads set next_followup_at = $4, followup_to_announce = $4,
      due_at = case when status in ('won', 'lost') then null else $4::timestamptz end, version = version + 1
    where shop_id = $1 and id = $2 and version = $3 returning 1
  ) ${ONE_EVENT('lead.updated', '$5', '$6', '$7', '$8')}`;

const TASK_COLUMNS = `t.id, t.title, t.notes, t.status, t.priority, t.due_at,
  coalesce(t.status = 'open' and t.due_at < now(), false) as overdue, t.completed_at, t.created_at,
  t.updated_at, t.external_id, t.metadata,
  t.conversation_id as conversation,
  coalesce(c.name, nullif(concat_ws(' ', l.first_name, l.last_name), ''), l.company_name,
    case when l.id is not null then 'Unnamed lead' end, v.contact_number, v.subject) as conversation_label,
  t.customer_id, t.job_id, t.message_id, t.assigned_to, s.name as assignee_name`;
const TASK_JOINS = `tasks t
  left join conversations v on v.shop_id = t.shop_id and v.id = t.conversation_id
  left join customers c on c.shop_id = v.shop_id and c.id = v.customer_id
  left join leads l on l.shop_id = v.shop_id and l.id = v.lead_id
  left join staff s on s.shop_id = t.shop_id and s.user_id = t.assigned_to`;

/**
 * The page of a list with its total, for its ids in their order. The ids go through an array: the planner expects few elements in
 * it, so it looks up the row of each id.
 */
const pageOf = (total, ids, columns, tables, shared = '') => `with ${shared} total as (${total}), page as (
    select p.id, p.place from unnest(array(${ids})) with ordinality as p (id, place)
  )
  select total.n as total, r.*
  from total left join page on true
    left join lateral (select ${columns} from ${tables} where t.shop_id = $1 and t.id = page.id) r on true
  order by page.place`;

const OPEN_TASKS = `from tasks t where t.shop_id = $1 and t.status = 'open'`;
/** The total is counted for each answer, as one would without counts beside the table. */
export const TASKS = pageOf(
  `select count(*) as n ${OPEN_TASKS}`,
  `select t.id ${OPEN_TASKS} order by t.due_at asc nulls last, t.created_at desc, t.id desc limit $2 offset $3`,
  TASK_COLUMNS,
  TASK_JOINS,
);

const SERVICE_COLUMNS = `t.id, t.name, t.description, t.category, t.pricing_model, t.base_price::numeric / 100 as base_price,
  t.duration_minutes, t.cure_time_hours, t.active, t.bookable, t.addon, t.tax_exempt, t.sku`;
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

export const THREAD_COLUMNS = `t.id, t.customer_id, t.channel, t.status, t.subject, t.contact_number, t.assigned_to, t.pinned, t.unread, t.is_ai_managed,
  t.last_message_at, t.last_inbound_at, t.last_outbound_at, t.last_human_outbound_at, t.created_at, t.updated_at, t.external_id, t.metadata`;

/** `$2` the record, `$3` the time, `$4` the event, `$5` its data, `$6` its cause. */
export const event = (type) => `insert into outbox (shop_id, id, type, data, cause, created_at)
  select $1, $4::uuid, '${type}', $5::jsonb, $6::jsonb, $3::timestamptz from stored`;
/** `$7` the version that was read. */
export const change = (table, sets) => `stored as (
    update ${table} set ${sets}, version = version + 1 where shop_id = $1 and id = $2 and version = $7 returning 1
  )`;
