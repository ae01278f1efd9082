import { instant, integer, json, orNull, shopKey, table, text, uuid, uuidKey } from '../../storage/tables/table.js';

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
