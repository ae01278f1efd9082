import type { Automation, Step, Trigger } from '../../domain/automations/automation.js';
import { changeAutomation, type Rule } from '../../domain/automations/change-automation.js';
import type { Condition } from '../../domain/automations/condition.js';
import { defined } from '../../domain/shared/defined.js';
import { NotFound } from '../../domain/shared/errors.js';
import type { AutomationId } from '../../domain/shared/id.js';
import { EventTypes } from '../events/event-types.js';
import { Flag, PathId, Text } from '../fields/fields.js';
import type { Caller } from '../operation/caller.js';
import { operation, type UseCase } from '../operation/operation.js';
import { one } from '../operation/output.js';
import { Staff } from '../staff/staff.js';
import { AutomationView } from './automation.view.js';
import { Automations } from './automations.js';
import { checkedRule } from './check-rule.js';
import { ConditionsField } from './conditions-field.js';
import { requireEligible } from './eligible-staff.js';
import { LONGEST_NAME, RULE_WORDS } from './rule-words.js';
import { StepsField } from './steps-field.js';
import { TriggerField } from './trigger-field.js';

class UpdateAutomationInput {
  @PathId({ listedBy: 'automations.list' }) id!: AutomationId;
  @Text({ change: true, max: LONGEST_NAME, description: RULE_WORDS.name }) name?: string;
  @Flag({ change: true, description: RULE_WORDS.enabled }) enabled?: boolean;
  @TriggerField({ change: true, description: RULE_WORDS.on }) on?: Trigger;
  @ConditionsField({ change: true, description: RULE_WORDS.when }) when?: readonly Condition[];
  @StepsField({ change: true, description: RULE_WORDS.do }) do?: readonly Step[];
}

class UpdateAutomation implements UseCase<UpdateAutomationInput, Automation> {
  constructor(
    private readonly automations: Automations,
    private readonly events: EventTypes,
    private readonly staff: Staff,
  ) {}

  async execute({ shop }: Caller, { id, ...given }: UpdateAutomationInput): Promise<Automation> {
    await requireEligible(this.staff, shop.id, given.do ?? []);
    const change: Partial<Rule> = defined(given);
    const automation = await this.automations.change(shop.id, id, (before) =>
      // A new event may lack a field that a former condition or text names, so the whole rule is checked.
      checkedRule(changeAutomation(before, change), this.events),
    );
    if (!automation) throw new NotFound('automation');
    return automation;
  }
}

export const updateAutomation = operation(UpdateAutomation, {
  name: 'automations.update',
  summary: 'Change a rule, or switch it on or off',
  description:
    'Replaces the given parts of a rule; its waiting steps keep what they had. The customer gets what its `send_text` steps ' +
    'write from now on. A repetition changes nothing more. Refuses what automations.create refuses.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write' },
  input: UpdateAutomationInput,
  output: one(AutomationView),
  needs: [Automations, EventTypes, Staff],
  errors: ['not_found'],
  atLeastOne: true,
  repeatable: true,
  destructive: true,
  reachesCustomer: true,
});
