import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the first tables. Every shop-owned table has `shop_id` first in its primary key, its unique constraints and its foreign
 * keys, so a row cannot refer to another shop's row. Global tables: shops, api_keys, vin_decodes.
 */
export class FirstRooms1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...GLOBAL, ...PEOPLE, ...INBOX, ...WORK, ...PLUMBING]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
    await runner.query('drop function announce_access_change');
  }
}

const TABLES = [
  ...['shops', 'api_keys', 'vin_decodes', 'staff', 'customers', 'leads', 'lead_timeline', 'vehicles'],
  ...['conversations', 'messages', 'jobs', 'tasks', 'record_counts', 'outbox', 'idempotency_keys'],
];

const GLOBAL = [
  `create table shops (
    id uuid primary key,
    name text not null,
    timezone text not null,
    country text not null,
    currency text not null,
    suspended boolean not null default false,
    plan_lapsed boolean not null default false,
    features jsonb not null,
    created_at timestamptz(3) not null
  )`,
  `create table api_keys (
    id uuid primary key,
    shop_id uuid not null references shops (id) on delete cascade,
    public_id text not null unique,
    secret_hash text not null,
    name text not null,
    scope text not null check (scope in ('read', 'full')),
    grants jsonb not null,
    acts_for uuid,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    last_used_at timestamptz(3),
    created_at timestamptz(3) not null
  )`,
  `create index api_keys_of_shop on api_keys (shop_id, created_at)`,
  `create table vin_decodes (
    vin text primary key,
    decode jsonb not null,
    decoded_at timestamptz(3) not null
  )`,
  // Announces changes of shops and keys (except `last_used_at`), so that every instance drops its cached copy.
  `create function announce_access_change() returns trigger language plpgsql as $$
    begin
      perform pg_notify('access_changed', case tg_table_name when 'shops' then 'shop:' || old.id else 'key:' || old.id end);
      return null;
    end $$`,
  `create trigger shops_changed after update or delete on shops for each row execute function announce_access_change()`,
  `create trigger api_keys_changed
    after delete or update of shop_id, public_id, secret_hash, name, scope, grants, acts_for, expires_at, revoked_at on api_keys
    for each row execute function announce_access_change()`,
];

const PEOPLE = [
  `create table staff (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    user_id uuid not null,
    name text not null,
    email text,
    phone text,
    role text not null check (role in ('owner', 'manager', 'advisor', 'technician', 'viewer')),
    active boolean not null,
    created_at timestamptz(3) not null,
    primary key (shop_id, id),
    unique (shop_id, user_id)
  )`,
  `create table customers (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    name text,
    email text,
    phone text,
    city text,
    region text,
    postal_code text,
    tags text[] not null,
    is_vip boolean not null,
    consent_source text not null,
    consent_captured_at timestamptz(3),
    consent_note text,
    created_at timestamptz(3) not null,
    version integer not null,
    primary key (shop_id, id)
  )`,
  `create index customers_newest on customers (shop_id, created_at desc, id desc)`,
  `create unique index customers_email on customers (shop_id, email)`,
  `create unique index customers_phone on customers (shop_id, phone)`,
  `create table leads (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    first_name text,
    last_name text,
    company_name text,
    email text,
    phone text,
    source text,
    status text not null,
    assigned_to uuid,
    next_followup_at timestamptz(3),
    created_at timestamptz(3) not null,
    deleted_at timestamptz(3),
    version integer not null,
    primary key (shop_id, id),
    foreign key (shop_id, assigned_to) references staff (shop_id, user_id)
  )`,
  `create index leads_newest on leads (shop_id, created_at desc, id desc) where deleted_at is null`,
  `create index leads_by_status on leads (shop_id, status, created_at desc, id desc) where deleted_at is null`,
  `create index leads_by_email on leads (shop_id, email, created_at desc, id desc) where deleted_at is null and email is not null`,
  `create index leads_by_phone on leads (shop_id, phone, created_at desc, id desc) where deleted_at is null and phone is not null`,
  `create table lead_timeline (
    shop_id uuid not null,
    id uuid not null,
    lead_id uuid not null,
    kind text not null check (kind in ('note', 'status_changed')),
    body text,
    "from" text,
    "to" text,
    created_at timestamptz(3) not null,
    primary key (shop_id, id),
    foreign key (shop_id, lead_id) references leads (shop_id, id) on delete cascade
  )`,
  `create index lead_timeline_newest on lead_timeline (shop_id, lead_id, created_at desc, id desc)`,
  `create table vehicles (
    shop_id uuid not null,
    id uuid not null,
    customer_id uuid not null,
    year integer,
    make text,
    model text,
    trim text,
    color text,
    vin text,
    license_plate text,
    comparable_plate text,
    mileage integer,
    vehicle_type text,
    decode_pending boolean not null,
    created_at timestamptz(3) not null,
    version integer not null,
    primary key (shop_id, id),
    foreign key (shop_id, customer_id) references customers (shop_id, id) on delete cascade
  )`,
  `create index vehicles_newest on vehicles (shop_id, created_at desc, id desc)`,
  `create index vehicles_of_customer on vehicles (shop_id, customer_id, created_at desc, id desc)`,
  `create unique index vehicles_vin on vehicles (shop_id, vin)`,
  `create index vehicles_by_plate on vehicles (shop_id, comparable_plate, created_at desc, id desc) where comparable_plate is not null`,
];

const INBOX = [
  `create table conversations (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    customer_id uuid,
    lead_id uuid,
    channel text not null,
    status text not null,
    subject text,
    contact_number text,
    assigned_to uuid,
    pinned boolean not null,
    is_ai_managed boolean not null,
    last_message_at timestamptz(3),
    last_inbound_at timestamptz(3),
    last_outbound_at timestamptz(3),
    last_human_outbound_at timestamptz(3),
    created_at timestamptz(3) not null,
    version integer not null,
    primary key (shop_id, id),
    foreign key (shop_id, customer_id) references customers (shop_id, id),
    foreign key (shop_id, lead_id) references leads (shop_id, id),
    foreign key (shop_id, assigned_to) references staff (shop_id, user_id)
  )`,
  `create table messages (
    shop_id uuid not null,
    id uuid not null,
    conversation_id uuid not null,
    direction text not null check (direction in ('inbound', 'outbound')),
    body text,
    "from" text,
    "to" text,
    status text not null,
    created_at timestamptz(3) not null,
    primary key (shop_id, id),
    foreign key (shop_id, conversation_id) references conversations (shop_id, id) on delete cascade
  )`,
];

const WORK = [
  `create table jobs (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    number integer not null,
    title text,
    customer_id uuid not null,
    vehicle_id uuid,
    stage text not null,
    assignee_id uuid,
    scheduled_start timestamptz(3),
    scheduled_end timestamptz(3),
    actual_start timestamptz(3),
    actual_end timestamptz(3),
    location_address text,
    created_at timestamptz(3) not null,
    version integer not null,
    primary key (shop_id, id),
    unique (shop_id, number),
    foreign key (shop_id, customer_id) references customers (shop_id, id),
    foreign key (shop_id, vehicle_id) references vehicles (shop_id, id),
    foreign key (shop_id, assignee_id) references staff (shop_id, id)
  )`,
  `create table tasks (
    shop_id uuid not null references shops (id) on delete cascade,
    id uuid not null,
    title text not null,
    notes text,
    status text not null check (status in ('open', 'done', 'canceled')),
    priority text not null check (priority in ('low', 'normal', 'high')),
    due_at timestamptz(3),
    completed_at timestamptz(3),
    closed_at timestamptz(3),
    conversation_id uuid,
    customer_id uuid,
    job_id uuid,
    message_id uuid,
    assigned_to uuid,
    created_at timestamptz(3) not null,
    version integer not null,
    primary key (shop_id, id),
    check ((status = 'open') = (closed_at is null)),
    foreign key (shop_id, conversation_id) references conversations (shop_id, id),
    foreign key (shop_id, customer_id) references customers (shop_id, id),
    foreign key (shop_id, job_id) references jobs (shop_id, id),
    foreign key (shop_id, message_id) references messages (shop_id, id),
    foreign key (shop_id, assigned_to) references staff (shop_id, user_id)
  )`,
  `create index tasks_open on tasks (shop_id, due_at asc nulls last, created_at desc, id desc) where status = 'open'`,
  `create index tasks_finished on tasks (shop_id, closed_at desc, id desc) where status <> 'open'`,
  `create index tasks_open_of_assignee
    on tasks (shop_id, assigned_to, due_at asc nulls last, created_at desc, id desc) where status = 'open'`,
  `create index tasks_finished_of_assignee on tasks (shop_id, assigned_to, closed_at desc, id desc) where status <> 'open'`,
  `create index tasks_of_conversation on tasks (shop_id, conversation_id) where conversation_id is not null`,
];

const PLUMBING = [
  // The counts of a list's records in each bucket. A bucket has several rows, so that writers seldom wait for each other.
  `create table record_counts (
    shop_id uuid not null references shops (id) on delete cascade,
    list text not null,
    bucket text collate "C" not null,
    slot smallint not null,
    n bigint not null,
    primary key (shop_id, list, bucket, slot)
  )`,
  `create table outbox (
    shop_id uuid not null,
    id uuid not null,
    type text not null,
    data jsonb not null,
    created_at timestamptz(3) not null,
    relayed_at timestamptz(3),
    primary key (shop_id, id)
  )`,
  `create index outbox_waiting on outbox (created_at, id) where relayed_at is null`,
  `create index outbox_relayed on outbox (relayed_at) where relayed_at is not null`,
  `create table idempotency_keys (
    shop_id uuid not null references shops (id) on delete cascade,
    api_key_id uuid not null,
    key text not null,
    fingerprint text not null,
    attempt uuid not null,
    begun_at timestamptz(3) not null,
    answer text,
    primary key (shop_id, api_key_id, key)
  )`,
  `create index idempotency_keys_oldest on idempotency_keys (begun_at)`,
];
