import { SCOPES } from '../../domain/access/api-key.js';
import type { Caller } from '../operation/caller.js';
import { DateTime, OneOf, Text, Uuid } from '../operation/fields.js';
import { Nested } from '../operation/nested.js';

class AccountShopView {
  @Uuid({ description: 'Shop id.' }) id!: string;
  @Text({ description: 'Shop name.', example: 'Northside Auto Care' }) name!: string;
}

class AccountKeyView {
  @OneOf(SCOPES, { description: 'Fixed when the key is minted.' }) scope!: string;
  @DateTime({ nullable: true, description: 'Null when the key never expires; always in the future.' })
  expires_at!: string | null;
}

export class AccountView {
  @Nested(AccountShopView) shop!: AccountShopView;
  @Nested(AccountKeyView) key!: AccountKeyView;

  static of({ shop, key }: Caller): AccountView {
    return { shop: { id: shop.id, name: shop.name }, key: { scope: key.scope, expires_at: key.expiresAt } };
  }
}
