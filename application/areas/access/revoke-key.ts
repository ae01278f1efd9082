import { NotFound } from '../../../domain/shared/errors.js';
import type { ApiKeyId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ApiKeys } from './api-keys.js';
import { KeyView, type ShownKey } from './key.view.js';
import { KeysOfShop, requireManager } from './keys-of-shop.js';

class RevokeKeyInput {
  @PathId({ listedBy: 'keys.list' }) id!: ApiKeyId;
}

class RevokeKey implements UseCase<RevokeKeyInput, ShownKey> {
  constructor(
    private readonly shopKeys: KeysOfShop,
    private readonly keys: ApiKeys,
  ) {}

  execute({ shop }: Caller, { id }: RevokeKeyInput): Promise<ShownKey> {
    return this.shopKeys.change(shop.id, async (keys) => {
      const key = keys.all.find((known) => known.id === id);
      if (!key) throw new NotFound('key');
      if (key.revokedAt !== null) return key;
      requireManager(keys, (one) => one.id === id);
      await this.keys.revoke(shop.id, id, keys.now);
      return { ...key, revokedAt: keys.now };
    });
  }
}

export const revokeKey = operation(RevokeKey, {
  name: 'keys.revoke',
  summary: 'Revoke a key',
  description:
    'Ends a key of the shop within a second, also your own; nothing brings it back, and keys that it minted stay. Nobody is ' +
    'contacted. A repetition changes nothing more. Refuses an unknown id, and the last key that can mint others.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', tool: false },
  input: RevokeKeyInput,
  output: one(KeyView),
  needs: [KeysOfShop, ApiKeys],
  errors: ['not_found', 'conflict'],
  repeatable: true,
  destructive: true,
});
