import type { AutomationRun } from '../../../domain/automations/automation-run.js';
import type { AutomationId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { AutomationRunView } from './automation.view.js';
import { RuleBook } from './rule-book.js';

class ListRunsInput {
  @PathId({ listedBy: 'automations.list' }) id!: AutomationId;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListRuns implements UseCase<ListRunsInput, OffsetSlice<AutomationRun>> {
  constructor(private readonly rules: RuleBook) {}

  execute({ shop }: Caller, { id, limit = 25, offset = 0 }: ListRunsInput): Promise<OffsetSlice<AutomationRun>> {
    return this.rules.runs(shop.id, id, limit, offset);
  }
}

export const listRuns = operation(ListRuns, {
  name: 'automations.runs',
  summary: 'List what a rule has done',
  description:
    'Lists the runs of one rule, newest first: what each step made, or why it did nothing. Nobody is contacted. A repetition reads ' +
    'anew. Refuses an unknown `id`.',
  scope: 'read',
  capability: { permission: 'shop.manage', budget: 'read' },
  input: ListRunsInput,
  output: offsetPageOf(AutomationRunView),
  needs: [RuleBook],
  errors: ['not_found'],
});
