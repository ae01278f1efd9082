import type { AutomationRun } from '../../../domain/automations/automation-run.js';
import type { Automation } from '../../../domain/automations/automation.js';
import type { AutomationId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';

/** The rules of a shop. No event tells of their changes, and no import or export knows them. */
export abstract class Automations {
  /** Newest first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, limit: number, offset: number): Promise<OffsetSlice<Automation>>;
  abstract find(shop: ShopId, id: AutomationId): Promise<Automation | null>;
  /** False: the shop has `most` rules already, also when several are added at once. */
  abstract add(shop: ShopId, automation: Automation, most: number): Promise<boolean>;
  /**
   * Stores what `change` decides; repeats it when somebody else was faster. If it returns the rule itself, nothing is stored.
   * Null: not this shop's, or removed.
   */
  abstract change(shop: ShopId, id: AutomationId, change: (automation: Automation) => Automation): Promise<Automation | null>;
  /**
   * Removes a rule from every list and look-up. Its runs stay until they are pruned, and so does its row, so that a repetition
   * answers the same. Null: not this shop's.
   */
  abstract remove(shop: ShopId, id: AutomationId, now: Instant): Promise<Automation | null>;
}

/** The runs of a shop's rules: each says what a rule has done, or why it has not. The runs of a rule that was deleted stay until they are pruned. */
export abstract class AutomationRuns {
  /** The runs of one rule, newest first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, automation: AutomationId, limit: number, offset: number): Promise<OffsetSlice<AutomationRun>>;
}
