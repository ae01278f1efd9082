import type { Automation } from '../../../domain/automations/automation.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { AutomationView } from './automation.view.js';
import { Automations } from './automations.js';

class ListAutomationsInput {
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListAutomations implements UseCase<ListAutomationsInput, OffsetSlice<Automation>> {
  constructor(private readonly automations: Automations) {}

  execute({ shop }: Caller, { limit = 25, offset = 0 }: ListAutomationsInput): Promise<OffsetSlice<Automation>> {
    return this.automations.list(shop.id, limit, offset);
  }
}

export const listAutomations = operation(ListAutomations, {
  name: 'automations.list',
  summary: 'List the rules by which the shop acts by itself',
  description:
    'Lists the shop’s rules, newest first. Nobody is contacted. A repetition reads anew. ' +
    'Refuses nothing but a wrong `limit` or `offset`.',
  scope: 'read',
  capability: { permission: 'shop.manage', budget: 'read' },
  input: ListAutomationsInput,
  output: offsetPageOf(AutomationView),
  needs: [Automations],
});
