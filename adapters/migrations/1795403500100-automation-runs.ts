import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Runs of rules. `event_id` and `record_id` refer to no row: events and runs are pruned apart, and a record of one of several
 * kinds is meant. A run keeps a copy of what its steps need of the event until its last step has ended.
 */
export class AutomationRuns1795403500100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [RUNS, STEPS, WATCHES, ...INDEXES]) await runner.query(statement);
    await runner.query('alter table scheduled_messages add column automation_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table scheduled_messages drop column automation_id');
    for (const table of ['automation_watches', 'automation_steps', 'automation_runs']) await runner.query(`drop table ${table}`);
  }
}

const RUNS = `create table automation_runs (
  shop_id uuid not null references shops (id) on delete cascade,
  id uuid not null,
  automation_id uuid not null,
  event_id uuid,
  job_id uuid,
  starts_at timestamptz(3),
  event_type text,
  event_data jsonb,
  event_cause jsonb,
  happened_at timestamptz(3) not null,
  since_number bigint not null,
  state text not null check (state in ('pending', 'begun', 'skipped')),
  reason text,
  depth integer not null,
  due_at timestamptz(3),
  begun_at timestamptz(3),
  kept_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (shop_id, id),
  foreign key (shop_id, automation_id) references automations (shop_id, id) on delete cascade,
  foreign key (shop_id, job_id) references jobs (shop_id, id) on delete cascade
)`;

const STEPS = `create table automation_steps (
  shop_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  place integer not null,
  step jsonb not null,
  status text not null check (status in ('waiting', 'done', 'not_done', 'withdrawn')),
  reason text,
  runs_at timestamptz(3) not null,
  due_at timestamptz(3),
  ended_at timestamptz(3),
  record_kind text,
  record_id uuid,
  withdrawn_by uuid,
  primary key (shop_id, id),
  foreign key (shop_id, run_id) references automation_runs (shop_id, id) on delete cascade
)`;

/** Each row withdraws a step that waits: an event of the kind about the contact. */
const WATCHES = `create table automation_watches (
  shop_id uuid not null,
  contact text collate "C" not null,
  kind text collate "C" not null,
  step_id uuid not null,
  primary key (shop_id, contact, kind, step_id),
  foreign key (shop_id, step_id) references automation_steps (shop_id, id) on delete cascade
)`;

const INDEXES = [
  // A rule runs once for an event, and once for each start that a job has had.
  `create unique index automation_runs_of_event on automation_runs (shop_id, event_id, automation_id) where event_id is not null`,
  `create unique index automation_runs_of_job on automation_runs (shop_id, job_id, starts_at, automation_id)
    where job_id is not null`,
  'create index automation_runs_newest on automation_runs (shop_id, automation_id, created_at desc, id desc)',
  `create index automation_runs_begun on automation_runs (shop_id, automation_id, begun_at) where begun_at is not null`,
  'create index automation_runs_due on automation_runs (due_at) where due_at is not null',
  'create index automation_runs_kept on automation_runs (kept_until)',
  'create unique index automation_steps_of_run on automation_steps (shop_id, run_id, place)',
  'create index automation_steps_due on automation_steps (due_at) where due_at is not null',
  'create index automation_steps_of_record on automation_steps (shop_id, record_id) where record_id is not null',
  'create index automation_watches_of_step on automation_watches (shop_id, step_id)',
];
