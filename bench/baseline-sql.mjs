// The baseline's SQL, written by hand. It uses the same indexes and gives the same answers as the service.
export const LEAD_COLUMNS = `t.id, concat_ws(' ', t.first_name, t.last_name) as name, t.email, t.phone, t.source, t.status,
  t.assigned_to, t.next_followup_at, t.created_at`;
export const NEWEST = 'order by t.created_at desc, t.id desc';

export const LEAD = `select ${LEAD_COLUMNS} from leads t where t.shop_id = $1 and t.id = $2 and t.deleted_at is null`;
export const LEAD_VERSION = `select ${LEAD_COLUMNS}, t.version from leads t
  where t.shop_id = $1 and t.id = $2 and t.deleted_at is null`;
export const LEADS = `select ${LEAD_COLUMNS} from leads t where t.deleted_at is null and t.shop_id = $1 ${NEWEST} limit $2`;
export const LEADS_AFTER = `select ${LEAD_COLUMNS} from leads t
  where t.deleted_at is null and t.shop_id = $1 and (t.created_at, t.id) < ($2, $3) ${NEWEST} limit $4`;

export const OUTBOX = (events) => `insert into outbox (shop_id, id, type, data, cause, created_at)
  select $1, e.id, e.type, e.data, e.cause, e.created_at
  from stored, jsonb_to_recordset(${events}::jsonb) as e (id uuid, type text, data jsonb, cause jsonb, created_at timestamptz)`;
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

export const VEHICLES_BY_VIN = `select t.id, t.customer_id,
    nullif(concat_ws(' ', t.year, t.make, t.model, t.trim), '') as label, t.year, t.make, t.model, t.trim, t.color, t.vin,
    t.license_plate, t.mileage, coalesce(t.vehicle_type, 'other') as vehicle_type, t.created_at
  from vehicles t where t.shop_id = $1 and t.vin = $2 ${NEWEST} limit $3`;

const TASK_COLUMNS = `t.id, t.title, t.notes, t.status, t.priority, t.due_at,
  coalesce(t.status = 'open' and t.due_at < now(), false) as overdue, t.completed_at, t.created_at,
  t.conversation_id as conversation,
  coalesce(c.name, nullif(concat_ws(' ', l.first_name, l.last_name), ''), l.company_name,
    case when l.id is not null then 'Unnamed lead' end, v.contact_number, v.subject) as conversation_label,
  t.customer_id, t.job_id, t.message_id, t.assigned_to, s.name as assignee_name`;
const TASK_JOINS = `tasks t
  left join conversations v on v.shop_id = t.shop_id and v.id = t.conversation_id
  left join customers c on c.shop_id = v.shop_id and c.id = v.customer_id
  left join leads l on l.shop_id = v.shop_id and l.id = v.lead_id
  left join staff s on s.shop_id = t.shop_id and s.user_id = t.assigned_to`;
const OPEN = 't.due_at asc nulls last, t.created_at desc, t.id desc';

/**
 * The page of a list with its total, for its ids in their order. The ids go through an array: the planner expects few elements in
 * it, so it looks up the row of each id.
 */
export const pageOf = (total, ids, columns, tables, shared = '') => `with ${shared} total as (${total}), page as (
    select p.id, p.place from unnest(array(${ids})) with ordinality as p (id, place)
  )
  select total.n as total, r.*
  from total left join page on true
    left join lateral (select ${columns} from ${tables} where t.shop_id = $1 and t.id = page.id) r on true
  order by page.place`;
export const countsOf = (list, buckets = '') =>
  `select coalesce(sum(c.n), 0)::bigint as n from record_counts c where c.shop_id = $1 and c.list = '${list}' ${buckets}`;

const tasks = (assignee, bucket) =>
  pageOf(
    countsOf('tasks', `and c.bucket like 'open:%' ${bucket}`),
    `select t.id from tasks t where t.shop_id = $1 ${assignee} and t.status = 'open' order by ${OPEN} limit $2 offset $3`,
    TASK_COLUMNS,
    TASK_JOINS,
  );

export const TASKS = tasks('', '');
export const TASKS_OF = tasks('and t.assigned_to = $4', 'and c.bucket = any ($5)');

export const JOB_COLUMNS = `t.id, t.number, t.title, t.customer_id, t.vehicle_id, t.stage, t.assignee_id, t.scheduled_start,
  t.scheduled_end, t.actual_start, t.actual_end, t.location_address, t.created_at`;
export const JOBS = `select ${JOB_COLUMNS}
  from jobs t where t.shop_id = $1 and t.origin = 'service' ${NEWEST} limit $2`;
export const INVOICES = `select t.id, t.number, t.customer_id, t.status, t.total::numeric / 100 as total, t.balance::numeric / 100 as balance,
    t.created_at
  from invoices t where t.shop_id = $1 and t.origin = 'service' ${NEWEST} limit $2`;

/**
 * Lists appointments with one statement, which combines two parts: the appointments that run when the window begins, and those
 * that start within the window.
 */
export const APPOINTMENTS = `with running as materialized (
    select t.id, t.scheduled_start from jobs t
    where t.shop_id = $1 and t.scheduled_end > t.scheduled_start and tstzrange(t.scheduled_start, t.scheduled_end) @> $2::timestamptz
  ), page as (
    (select id, scheduled_start from running where scheduled_start < $2 order by scheduled_start, id limit $4)
    union all
    (select t.id, t.scheduled_start from jobs t where t.shop_id = $1 and t.scheduled_start >= $2 and t.scheduled_start < $3
      order by t.scheduled_start, t.id limit $4)
    order by scheduled_start, id limit $4
  )
  select t.id, t.id as job_id, t.number, t.title, t.scheduled_start as starts_at, t.scheduled_end as ends_at,
    case t.stage when 'lead' then 'scheduled' when 'scheduled' then t.stage when 'completed' then t.stage when 'canceled' then t.stage
      else 'in_progress' end as status, t.stage, t.assignee_id, t.bay,
    t.location_address, json_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'email', c.email) as customer,
    case when v.id is not null then json_build_object('id', v.id, 'license_plate', v.license_plate, 'vin', v.vin) end as vehicle, t.created_at
  from page join jobs t on t.shop_id = $1 and t.id = page.id
    join customers c on c.shop_id = t.shop_id and c.id = t.customer_id
    left join vehicles v on v.shop_id = t.shop_id and v.id = t.vehicle_id
  order by page.scheduled_start, page.id`;

export const counted = (list, buckets, columns, table, where, order) =>
  pageOf(
    countsOf(list, buckets),
    `select t.id from ${table} t where t.shop_id = $1 ${where} order by ${order} limit $2 offset $3`,
    columns,
    `${table} t`,
  );

export const SERVICE_COLUMNS = `t.id, t.name, t.description, t.category, t.pricing_model, t.base_price::numeric / 100 as base_price,
  t.duration_minutes, t.cure_time_hours, t.active, t.bookable, t.addon, t.tax_exempt, t.sku`;
export const SERVICES = counted('services', '', SERVICE_COLUMNS, 'services', '', 't.position, t.name, t.id');
export const REVIEWS = counted(
  'reviews',
  `and c.bucket <> 'hidden'`,
  't.id, t.reviewer_name, t.stars, t.comment, t.reply, t.replied_at, t.left_at, t.customer_id',
  'reviews',
  'and t.public',
  't.left_at desc nulls last, t.id desc',
);
