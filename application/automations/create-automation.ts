import { MOST_AUTOMATIONS, type Automation, type Step, type Trigger } from '../../domain/automations/automation.js';
import type { Condition } from '../../domain/automations/condition.js';
import { Conflict } from '../../domain/shared/errors.js';
import { EventTypes } from '../events/event-types.js';
import { Flag, Text } from '../fields/fields.js';
import type { Caller } from '../operation/caller.js';
import { operation, type UseCase } from '../operation/operation.js';
import { one } from '../operation/output.js';
import { Clock } from '../ports/clock.js';
import { Ids } from '../ports/ids.js';
import { Staff } from '../staff/staff.js';
import { AutomationView } from './automation.view.js';
import { Automations } from './automations.js';
import { checkedRule } from './check-rule.js';
import { ConditionsField } from './conditions-field.js';
import { requireEligible } from './eligible-staff.js';
import { LONGEST_NAME, RULE_WORDS } from './rule-words.js';
import { StepsField } from './steps-field.js';
import { TriggerField } from './trigger-field.js';

class CreateAutomationInput {
  @Text({ max: LONGEST_NAME, description: RULE_WORDS.name, example: 'Text back a missed call' }) name!: string;
  @Flag({ optional: true, default: true, description: RULE_WORDS.enabled }) enabled?: boolean;
  @TriggerField({ description: RULE_WORDS.on, example: 'call.missed' }) on!: Trigger;
  @ConditionsField({ optional: true, description: RULE_WORDS.when }) when?: readonly Condition[];
  @StepsField({ description: RULE_WORDS.do, example: [{ step: 'send_text', body: 'Sorry that we missed your call.' }] })
  do!: readonly Step[];
}

class CreateAutomation implements UseCase<CreateAutomationInput, Automation> {
  constructor(
    private readonly automations: Automations,
    private readonly events: EventTypes,
    private readonly staff: Staff,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, input: CreateAutomationInput): Promise<Automation> {
    const { name, enabled = true, on, when = [], do: steps } = input;
    const rule = checkedRule({ name, enabled, on, when, do: steps }, this.events);
    await requireEligible(this.staff, shop.id, steps);
    const automation = { id: this.ids.next<'Automation'>(), ...rule, disabledReason: null, createdAt: this.clock.now() };
    if (!(await this.automations.add(shop.id, automation, MOST_AUTOMATIONS))) {
      throw new Conflict(`the shop has ${MOST_AUTOMATIONS} automations already: delete one first`);
    }
    return automation;
  }
}

export const createAutomation = operation(CreateAutomation, {
  name: 'automations.create',
  summary: 'Add a rule by which the shop acts by itself',
  description:
    'Adds a rule: whenever `on` happens and all of `when` hold, the steps of `do` run in order. The customer gets what its ' +
    '`send_text` steps write, each time that it runs. A repetition makes a second rule, unless it has the same ' +
    '`idempotency_key`. Refuses an event or a field that does not exist, and says which ones do.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write' },
  input: CreateAutomationInput,
  output: one(AutomationView),
  needs: [Automations, EventTypes, Staff, Ids, Clock],
  errors: ['conflict'],
  reachesCustomer: true,
});
