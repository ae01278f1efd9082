import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { WrittenRuleView } from './automation.view.js';
import { RuleBook, type WrittenRule } from './rule-book.js';
import { RuleChangeInput } from './rule-input.js';

class UpdateAutomation implements UseCase<RuleChangeInput, WrittenRule> {
  constructor(private readonly rules: RuleBook) {}

  execute({ shop }: Caller, input: RuleChangeInput): Promise<WrittenRule> {
    return this.rules.change(shop.id, input);
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
  input: RuleChangeInput,
  output: one(WrittenRuleView),
  needs: [RuleBook],
  errors: ['not_found'],
  atLeastOne: true,
  repeatable: true,
  destructive: true,
  reachesCustomer: true,
});
