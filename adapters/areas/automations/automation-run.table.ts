import { instant, integer, json, orNull, shopKey, table, text, uuid, uuidKey } from '../../storage/tables/table.js';

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
