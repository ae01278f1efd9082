import type { OptOut } from '../../../domain/texting/opt-out.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { BlockedNumberView } from './opt-out.view.js';
import { OptOuts } from './opt-outs.js';

class ListOptOutsInput {
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListOptOuts implements UseCase<ListOptOutsInput, OffsetSlice<OptOut>> {
  constructor(private readonly optOuts: OptOuts) {}

  execute({ shop }: Caller, { limit = 25, offset = 0 }: ListOptOutsInput): Promise<OffsetSlice<OptOut>> {
    return this.optOuts.page(shop.id, limit, offset);
  }
}

export const listOptOuts = operation(ListOptOuts, {
  name: 'optouts.list',
  summary: 'List the numbers that may not be texted',
  description:
    'Lists the numbers that the shop may not text, the latest block first; comms.can_contact says it of one contact. Nobody is ' +
    'contacted. A repetition reads anew. Refuses what does not fit the schema.',
  scope: 'read',
  capability: { permission: 'shop.manage', budget: 'read' },
  input: ListOptOutsInput,
  output: offsetPageOf(BlockedNumberView),
  needs: [OptOuts],
});
