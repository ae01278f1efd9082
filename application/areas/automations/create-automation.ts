import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { WrittenRuleView } from './automation.view.js';
import { RuleBook, type WrittenRule } from './rule-book.js';
import { RuleInput } from './rule-input.js';

class CreateAutomation implements UseCase<RuleInput, WrittenRule> {
  constructor(private readonly rules: RuleBook) {}

  execute({ shop }: Caller, input: RuleInput): Promise<WrittenRule> {
    return this.rules.add(shop.id, input);
  }
}

export const createAutomation = operation(CreateAutomation, {
  name: 'automations.create',
  summary: 'Add a rule by which the shop acts by itself',
  description:
    'Adds a rule: whenever `on` happens and all of `when` hold, the steps of `do` run in order; `warnings` name rules that do the same. The customer gets what its ' +
    '`send_text` steps write, each time that it runs. A repetition makes a second rule, unless it has the same ' +
    '`idempotency_key`. Refuses an event or a field that does not exist, and says which ones do.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write' },
  input: RuleInput,
  output: one(WrittenRuleView),
  needs: [RuleBook],
  errors: ['conflict'],
  reachesCustomer: true,
});
