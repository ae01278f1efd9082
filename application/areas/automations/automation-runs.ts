import type { AutomationRun } from '../../../domain/automations/automation-run.js';
import type { AutomationId, ShopId } from '../../../domain/shared/id.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';

/** The runs of a shop's rules: each says what a rule has done, or why it has not. The runs of a rule that was deleted stay until they are pruned. */
export abstract class AutomationRuns {
  /** The runs of one rule, newest first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, automation: AutomationId, limit: number, offset: number): Promise<OffsetSlice<AutomationRun>>;
}
