import type { Automation } from '../../domain/automations/automation.js';
import { NotFound } from '../../domain/shared/errors.js';
import type { AutomationId } from '../../domain/shared/id.js';
import { PathId } from '../fields/fields.js';
import type { Caller } from '../operation/caller.js';
import { operation, type UseCase } from '../operation/operation.js';
import { one } from '../operation/output.js';
import { Clock } from '../ports/clock.js';
import { AutomationView } from './automation.view.js';
import { Automations } from './automations.js';

class DeleteAutomationInput {
  @PathId({ listedBy: 'automations.list' }) id!: AutomationId;
}

class DeleteAutomation implements UseCase<DeleteAutomationInput, Automation> {
  constructor(
    private readonly automations: Automations,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, { id }: DeleteAutomationInput): Promise<Automation> {
    const automation = await this.automations.remove(shop.id, id, this.clock.now());
    if (!automation) throw new NotFound('automation');
    return automation;
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
  needs: [Automations, Clock],
  errors: ['not_found'],
  repeatable: true,
  destructive: true,
});
