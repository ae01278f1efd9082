import type { Automation } from '../../../domain/automations/automation.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { flag, instant, integer, json, orNull, shopKey, table, text, uuidKey, type Stored } from '../../storage/tables/table.js';

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
