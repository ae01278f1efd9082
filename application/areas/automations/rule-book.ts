import type { AutomationRun } from '../../../domain/automations/automation-run.js';
import {
  alsoDoneBy,
  changeAutomation,
  MOST_AUTOMATIONS,
  type Automation,
  type Rule,
} from '../../../domain/automations/automation.js';
import { defined } from '../../../domain/shared/defined.js';
import { Conflict, NotFound } from '../../../domain/shared/errors.js';
import type { AutomationId, ShopId } from '../../../domain/shared/id.js';
import type { EventTypes } from '../../kernel/events/event-types.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { Staff } from '../staff/staff.js';
import type { AutomationRuns, Automations } from './automations.js';
import { checkedRule } from './check-rule.js';
import type { RuleChangeInput, RuleInput } from './rule-input.js';
import { withAssignees } from './steps.js';

/** A rule as it was stored, and what the shop should know about it. */
export interface WrittenRule {
  readonly automation: Automation;
  readonly warnings: readonly string[];
}

/** Reads, writes and deletes the rules of a shop, for keys of the shop and for its operator. */
export class RuleBook {
  constructor(
    private readonly automations: Automations,
    private readonly done: AutomationRuns,
    private readonly events: EventTypes,
    private readonly staff: Staff,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the shop has no such rule */
  async find(shop: ShopId, id: AutomationId): Promise<Automation> {
    return found(await this.automations.find(shop, id));
  }

  /**
   * @throws ValidationError which names the path of each wrong part
   * @throws Conflict when the shop has `MOST_AUTOMATIONS` rules
   */
  async add(shop: ShopId, { name, enabled = true, on, when = [], do: steps }: RuleInput): Promise<WrittenRule> {
    const checked = checkedRule({ name, enabled, on, when, do: steps }, this.events);
    const rule = { ...checked, do: await withAssignees(this.staff, shop, checked.do) };
    const automation = { id: this.ids.next<'Automation'>(), ...rule, disabledReason: null, createdAt: this.clock.now() };
    if (await this.automations.add(shop, automation, MOST_AUTOMATIONS)) return this.warned(shop, automation);
    throw new Conflict(`the shop has ${MOST_AUTOMATIONS} automations already: delete one first`);
  }

  /**
   * @throws ValidationError which names the path of each wrong part
   * @throws NotFound when the shop has no such rule
   */
  async change(shop: ShopId, { id, ...given }: RuleChangeInput): Promise<WrittenRule> {
    const steps = given.do && (await withAssignees(this.staff, shop, given.do));
    const change: Partial<Rule> = defined({ ...given, do: steps });
    // A new event may lack a field that a former condition or text names, so the whole rule is checked.
    const decide = (before: Automation): Automation => checkedRule(changeAutomation(before, change), this.events);
    return this.warned(shop, found(await this.automations.change(shop, id, decide)));
  }

  private async warned(shop: ShopId, automation: Automation): Promise<WrittenRule> {
    const { items } = await this.automations.list(shop, MOST_AUTOMATIONS, 0);
    return { automation, warnings: alsoDoneBy(automation, items) };
  }

  /**
   * The runs of a rule. A rule that was deleted is found no more, but its runs are.
   * @throws NotFound when the shop has neither such a rule nor runs of it
   */
  async runs(shop: ShopId, id: AutomationId, limit: number, offset: number): Promise<OffsetSlice<AutomationRun>> {
    const page = await this.done.list(shop, id, limit, offset);
    if (page.total === 0) await this.find(shop, id);
    return page;
  }

  /** @throws NotFound when the shop never had such a rule */
  async remove(shop: ShopId, id: AutomationId): Promise<Automation> {
    return found(await this.automations.remove(shop, id, this.clock.now()));
  }
}

function found(automation: Automation | null): Automation {
  if (!automation) throw new NotFound('automation');
  return automation;
}
