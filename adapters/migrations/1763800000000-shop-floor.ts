import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchText } from '../../domain/shared/search.js';

/** Adds quotes, invoices, services, reviews, calls, phone numbers, settings, import runs, origins, and the customer search. */
export class ShopFloor1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...EXTENSIONS, ...PROVENANCE, ...CUSTOMERS, ...JOBS, ...MONEY, ...MENU, ...INBOX, ...PLUMBING]) {
      await runner.query(statement);
    }
    await fillSearchTexts(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of UNDONE) await runner.query(statement);
  }
}

/** These extensions are trusted since PostgreSQL 13: a role with the privilege CREATE on the database may create them. */
const EXTENSIONS = ['pg_trgm', 'btree_gin', 'btree_gist'].map((name) => `create extension if not exists ${name}`);

const IMPORTED = ['staff', 'customers', 'leads', 'lead_timeline', 'vehicles', 'conversations', 'messages', 'jobs', 'tasks'];
const ORIGIN = `origin text not null default 'service' check (origin in ('service', 'import'))`;

const PROVENANCE = IMPORTED.flatMap((table) => [
  `alter table ${table} add column external_id text, add column ${ORIGIN}`,
  externalIdIndex(table),
]);

/** Returns a unique index: within a shop, one external id names at most one record of a table. */
function externalIdIndex(table: string): string {
  return `create unique index ${table}_external_id on ${table} (shop_id, external_id) where external_id is not null`;
}

const CUSTOMERS = [
  `alter table customers add column search_text text not null default '', add column texting_blocked boolean not null default false`,
  `create index customers_search on customers using gin (shop_id, search_text gin_trgm_ops)`,
  `insert into record_counts (shop_id, list, bucket, slot, n)
    select shop_id, 'customers', 'all', 0, count(*) from customers group by shop_id`,
];

const JOBS = [
  `alter table jobs add column bay text,
    add constraint jobs_window check (scheduled_end is null or scheduled_start is not null and scheduled_end >= scheduled_start)`,
  `create index jobs_newest on jobs (shop_id, origin, created_at desc, id desc)`,
  `create index jobs_by_stage on jobs (shop_id, origin, stage, created_at desc, id desc)`,
  `create index jobs_of_assignee on jobs (shop_id, origin, assignee_id, created_at desc, id desc) where assignee_id is not null`,
  `create index jobs_of_assignee_by_stage
    on jobs (shop_id, origin, assignee_id, stage, created_at desc, id desc) where assignee_id is not null`,
  `create index jobs_of_customer on jobs (shop_id, customer_id, created_at desc, id desc)`,
  `create index jobs_diary on jobs (shop_id, scheduled_start, id) where scheduled_start is not null`,
  `create index jobs_diary_by_stage on jobs (shop_id, stage, scheduled_start, id) where scheduled_start is not null`,
  `create index jobs_diary_of_assignee on jobs (shop_id, assignee_id, stage, scheduled_start, id)
    where assignee_id is not null and scheduled_start is not null`,
  // Finds the jobs whose scheduled time contains an instant, without scanning all jobs that began before it.
  `create index jobs_running on jobs using gist (shop_id, tstzrange(scheduled_start, scheduled_end))
    where scheduled_end > scheduled_start`,
  `insert into record_counts (shop_id, list, bucket, slot, n)
    select shop_id, 'jobs', origin || ':' || stage || ':' || coalesce(assignee_id::text, '-'), 0, count(*)
    from jobs group by shop_id, origin, stage, assignee_id`,
];

const MONEY = [
  `create table quotes (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    number integer not null,
    customer_id uuid not null,
    status text not null,
    total bigint not null,
    created_at timestamptz(3) not null,
    external_id text,
    ${ORIGIN},
    primary key (shop_id, id),
    unique (shop_id, number),
    foreign key (shop_id, customer_id) references customers (shop_id, id)
  )`,
  externalIdIndex('quotes'),
  `create index quotes_newest on quotes (shop_id, created_at desc, id desc)`,
  `create index quotes_by_status on quotes (shop_id, status, created_at desc, id desc)`,
  `create table invoices (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    number integer not null,
    customer_id uuid not null,
    status text not null,
    total bigint not null,
    balance bigint,
    created_at timestamptz(3) not null,
    external_id text,
    ${ORIGIN},
    primary key (shop_id, id),
    unique (shop_id, number),
    foreign key (shop_id, customer_id) references customers (shop_id, id)
  )`,
  externalIdIndex('invoices'),
  `create index invoices_newest on invoices (shop_id, origin, created_at desc, id desc)`,
  `create index invoices_by_status on invoices (shop_id, origin, status, created_at desc, id desc)`,
];

const MENU = [
  `create table services (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    name text not null,
    description text,
    category text,
    pricing_model text not null,
    base_price bigint,
    duration_minutes integer,
    cure_time_hours numeric(7, 2),
    active boolean not null,
    bookable boolean not null,
    addon boolean not null,
    tax_exempt boolean not null,
    sku text,
    position integer not null,
    tiers jsonb not null,
    deposit_type text not null,
    deposit_value bigint,
    image_url text,
    search_text text not null,
    category_key text,
    created_at timestamptz(3) not null,
    external_id text,
    ${ORIGIN},
    version integer not null,
    primary key (shop_id, id)
  )`,
  externalIdIndex('services'),
  `create index services_menu on services (shop_id, position, name, id)`,
  `create index services_by_flags on services (shop_id, active, bookable, addon, position, name, id)`,
  `create index services_of_category on services (shop_id, category_key, position, name, id)`,
  `create index services_of_category_by_flags on services (shop_id, category_key, active, bookable, addon, position, name, id)`,
  `create index services_search on services using gin (shop_id, search_text gin_trgm_ops)`,
  `create table reviews (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    reviewer_name text,
    stars integer check (stars between 1 and 5),
    comment text,
    reply text,
    replied_at timestamptz(3),
    left_at timestamptz(3),
    customer_id uuid,
    public boolean not null,
    created_at timestamptz(3) not null,
    external_id text,
    ${ORIGIN},
    primary key (shop_id, id),
    foreign key (shop_id, customer_id) references customers (shop_id, id)
  )`,
  externalIdIndex('reviews'),
  `create index reviews_newest on reviews (shop_id, left_at desc nulls last, id desc) where public`,
  `create index reviews_by_stars on reviews (shop_id, stars, left_at desc nulls last, id desc) where public`,
  `create index reviews_unanswered on reviews (shop_id, left_at desc nulls last, id desc) where public and reply is null`,
  `create index reviews_unanswered_by_stars
    on reviews (shop_id, stars, left_at desc nulls last, id desc) where public and reply is null`,
];

const INBOX = [
  `alter table messages add column automated boolean not null default false`,
  `create index messages_of_conversation on messages (shop_id, conversation_id, created_at desc, id desc)`,
  `create index conversations_of_customer on conversations (shop_id, customer_id, last_message_at desc nulls last, id desc)`,
  `create index tasks_of_customer on tasks (shop_id, customer_id) where customer_id is not null`,
  `create table calls (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    conversation_id uuid,
    customer_id uuid,
    direction text not null check (direction in ('inbound', 'outbound')),
    status text not null,
    "from" text not null,
    "to" text not null,
    started_at timestamptz(3) not null,
    ended_at timestamptz(3),
    duration_seconds integer,
    answered_by text,
    has_recording boolean not null,
    recording_duration_seconds integer,
    has_voicemail boolean not null,
    voicemail_duration_seconds integer,
    transcript text,
    transcript_source text,
    ai_summary text,
    created_at timestamptz(3) not null,
    external_id text,
    ${ORIGIN},
    primary key (shop_id, id),
    foreign key (shop_id, conversation_id) references conversations (shop_id, id),
    foreign key (shop_id, customer_id) references customers (shop_id, id)
  )`,
  externalIdIndex('calls'),
  `create table phone_numbers (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    number text not null,
    label text,
    is_primary boolean not null,
    is_sending boolean not null,
    sms boolean not null,
    voice boolean not null,
    status text not null check (status in ('active', 'porting', 'released', 'abandoned')),
    created_at timestamptz(3) not null,
    primary key (shop_id, id)
  )`,
  `create unique index phone_numbers_live on phone_numbers (shop_id, number) where status in ('active', 'porting')`,
  `create unique index phone_numbers_primary on phone_numbers (shop_id) where is_primary and status in ('active', 'porting')`,
];

const PLUMBING = [
  `create table shop_settings (
    shop_id uuid primary key references shops (id) on delete cascade,
    opening_hours jsonb not null,
    texting_hours jsonb not null,
    closures jsonb not null,
    bays jsonb not null,
    messaging_service text
  )`,
  `create table import_runs (
    shop_id uuid not null references shops (id) on delete cascade,
    kind text not null,
    fingerprint text not null,
    position bigint not null,
    line bigint not null,
    created bigint not null,
    updated bigint not null,
    unchanged bigint not null,
    skipped bigint not null,
    begun_at timestamptz(3) not null,
    finished_at timestamptz(3),
    primary key (shop_id, kind, fingerprint)
  )`,
];

const BATCH = 5000;

/** Writes each customer's search text. The service computes it, as it does for new customers. */
async function fillSearchTexts(runner: QueryRunner): Promise<void> {
  let after = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = (await runner.query(
      `select shop_id, id, name, email, phone from customers where (shop_id, id) > ($1, $2) order by shop_id, id limit ${BATCH}`,
      after,
    )) as CustomerRow[]; // TypeORM does not type raw rows
    const last = rows.at(-1);
    if (!last) return;
    await runner.query(
      `update customers c set search_text = f.search_text
        from unnest($1::uuid[], $2::uuid[], $3::text[]) as f (shop_id, id, search_text)
        where c.shop_id = f.shop_id and c.id = f.id`,
      [
        rows.map((row) => row.shop_id),
        rows.map((row) => row.id),
        rows.map((row) => searchText([row.name, row.email, row.phone])),
      ],
    );
    after = [last.shop_id, last.id];
  }
}

interface CustomerRow {
  readonly shop_id: string;
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

const UNDONE = [
  ...['import_runs', 'shop_settings', 'phone_numbers', 'calls', 'reviews', 'services', 'invoices', 'quotes'].map(
    (table) => `drop table ${table}`,
  ),
  ...['tasks_of_customer', 'conversations_of_customer', 'messages_of_conversation'].map((index) => `drop index ${index}`),
  `alter table messages drop column automated`,
  ...['newest', 'by_stage', 'of_assignee', 'of_assignee_by_stage', 'of_customer'].map((index) => `drop index jobs_${index}`),
  ...['diary', 'diary_by_stage', 'diary_of_assignee', 'running'].map((index) => `drop index jobs_${index}`),
  `alter table jobs drop constraint jobs_window, drop column bay`,
  `drop index customers_search`,
  `alter table customers drop column search_text, drop column texting_blocked`,
  `delete from record_counts where list in ('customers', 'jobs', 'services', 'reviews')`,
  ...IMPORTED.map((table) => `alter table ${table} drop column external_id, drop column origin`),
  ...['btree_gist', 'btree_gin', 'pg_trgm'].map((name) => `drop extension ${name}`),
];
