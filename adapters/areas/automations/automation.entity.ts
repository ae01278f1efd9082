import { eventKindOf, type Automation } from '../../../domain/automations/automation.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { plainKind } from '../../storage/records/record-kind.js';
import {
  flag,
  instant,
  integer,
  json,
  orNull,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Stored,
} from '../../storage/tables/table.js';

interface Derived {
  /** the kind of event that starts the rule or from which it waits; null: the rule comes before an appointment */
  readonly listensTo: string | null;
  readonly deletedAt: Instant | null;
}

export const automationTable = table<Stored<Automation> & Derived>('automations', {
  shopId: shopKey,
  id: uuidKey(),
  name: text(),
  enabled: flag(),
  on: json('trigger'),
  when: json('conditions'),
  do: json('steps'),
  disabledReason: orNull(text('disabled_reason')),
  listensTo: orNull(text('listens_to')),
  createdAt: instant('created_at'),
  deletedAt: orNull(instant('deleted_at')),
  version: integer(),
});

export const AUTOMATION_KIND = plainKind<Automation>({
  table: automationTable,
  where: 't.deleted_at is null',
  derived: { listensTo: ({ on }) => eventKindOf(on), deletedAt: () => null },
});

export const automationRunTable = table('automation_runs', {
  shopId: shopKey,
  id: uuidKey(),
  automationId: uuid('automation_id'),
  eventId: orNull(uuid('event_id')),
  jobId: orNull(uuid('job_id')),
  startsAt: orNull(instant('starts_at')),
  eventType: orNull(text('event_type')),
  eventData: orNull(json('event_data')),
  eventCause: orNull(json('event_cause')),
  happenedAt: instant('happened_at'),
  sinceNumber: { type: 'bigint', name: 'since_number' },
  state: text(),
  reason: orNull(text()),
  depth: integer(),
  dueAt: orNull(instant('due_at')),
  begunAt: orNull(instant('begun_at')),
  keptUntil: instant('kept_until'),
  createdAt: instant('created_at'),
  trace: orNull(text()),
});

export const automationStepTable = table('automation_steps', {
  shopId: shopKey,
  id: uuidKey(),
  runId: uuid('run_id'),
  place: integer(),
  step: json(),
  status: text(),
  reason: orNull(text()),
  runsAt: instant('runs_at'),
  dueAt: orNull(instant('due_at')),
  endedAt: orNull(instant('ended_at')),
  recordKind: orNull(text('record_kind')),
  recordId: orNull(uuid('record_id')),
  withdrawnBy: orNull(uuid('withdrawn_by')),
  trace: orNull(text()),
});

export const automationWatchTable = table('automation_watches', {
  shopId: shopKey,
  contact: { type: 'text', primary: true, collation: 'C' },
  kind: { type: 'text', primary: true, collation: 'C' },
  stepId: uuidKey('step_id'),
});
