import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { KeyView, type ShownKey } from './key.view.js';
import { KeyRing } from './manage-keys.js';

class ListKeysInput {
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListKeys implements UseCase<ListKeysInput, OffsetSlice<ShownKey>> {
  constructor(private readonly keys: KeyRing) {}

  async execute({ shop }: Caller, { limit = 25, offset = 0 }: ListKeysInput): Promise<OffsetSlice<ShownKey>> {
    const all = await this.keys.list(shop.id);
    return { items: all.toReversed().slice(offset, offset + limit), total: all.length, offset };
  }
}

export const listKeys = operation(ListKeys, {
  name: 'keys.list',
  summary: 'List the keys of the shop',
  description:
    'Lists the shop’s API keys without their secrets, the newest first, also those that are revoked or have expired. Nobody is ' +
    'contacted. A repetition reads anew. Refuses what does not fit the schema.',
  scope: 'read',
  capability: { permission: 'shop.manage', budget: 'read' },
  input: ListKeysInput,
  output: offsetPageOf(KeyView),
  needs: [KeyRing],
});
