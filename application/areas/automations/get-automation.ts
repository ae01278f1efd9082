import type { Automation } from '../../../domain/automations/automation.js';
import type { AutomationId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { AutomationView } from './automation.view.js';
import { RuleBook } from './rule-book.js';

class GetAutomationInput {
  @PathId({ listedBy: 'automations.list' }) id!: AutomationId;
}

class GetAutomation implements UseCase<GetAutomationInput, Automation> {
  constructor(private readonly rules: RuleBook) {}

  execute({ shop }: Caller, { id }: GetAutomationInput): Promise<Automation> {
    return this.rules.find(shop.id, id);
  }
}

export const getAutomation = operation(GetAutomation, {
  name: 'automations.get',
  summary: 'Read one rule',
  description:
    'Reads one rule with its conditions and steps, in the form that automations.update takes. Nobody is contacted. A repetition ' +
    'reads anew. Refuses an unknown `id`.',
  scope: 'read',
  capability: { permission: 'shop.manage', budget: 'read' },
  input: GetAutomationInput,
  output: one(AutomationView),
  needs: [RuleBook],
  errors: ['not_found'],
});
