import type { Automation } from '../../../domain/automations/automation.js';
import type { AutomationId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { AutomationView } from './automation.view.js';
import { RuleBook } from './rule-book.js';

class DeleteAutomationInput {
  @PathId({ listedBy: 'automations.list' }) id!: AutomationId;
}

class DeleteAutomation implements UseCase<DeleteAutomationInput, Automation> {
  constructor(private readonly rules: RuleBook) {}

  execute({ shop }: Caller, { id }: DeleteAutomationInput): Promise<Automation> {
    return this.rules.remove(shop.id, id);
  }
}

export const deleteAutomation = operation(DeleteAutomation, {
  name: 'automations.delete',
  summary: 'Delete a rule',
  description:
    'Deletes a rule, ends its waiting steps, and answers the rule as it was. Nobody is contacted, and what it did stays. A ' +
    'repetition answers the same. Refuses an unknown `id`.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write' },
  input: DeleteAutomationInput,
  output: one(AutomationView),
  needs: [RuleBook],
  errors: ['not_found'],
  repeatable: true,
  destructive: true,
});
