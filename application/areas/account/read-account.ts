import { SCOPES } from '../../../domain/access/api-key.js';
import type { Shop } from '../../../domain/access/shop.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Nested } from '../../kernel/fields/view.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ShopFields } from '../access/shop.view.js';

class AccountShopView extends ShopFields {
  static of({ id, name, timezone, country, currency }: Shop): AccountShopView {
    return { id, name, timezone, country, currency };
  }
}

class AccountKeyView {
  @Uuid({ description: 'Key id, as in the `cause` of events.' }) id!: string;
  @Text({ description: 'The name that it was minted with.', example: 'desk' }) name!: string;
  @OneOf(SCOPES, { description: 'Fixed when the key is minted.' }) scope!: string;
  @DateTime({ nullable: true, description: 'Null if the key never expires. Otherwise a time in the future.' })
  expires_at!: string | null;
}

export class AccountView {
  @Nested(AccountShopView) shop!: AccountShopView;
  @Nested(AccountKeyView) key!: AccountKeyView;

  static of({ shop, key }: Caller): AccountView {
    return {
      shop: AccountShopView.of(shop),
      key: { id: key.id, name: key.name, scope: key.scope, expires_at: key.expiresAt },
    };
  }
}

class ReadAccountInput {}

class ReadAccount implements UseCase<ReadAccountInput, Caller> {
  execute(caller: Caller): Promise<Caller> {
    return Promise.resolve(caller);
  }
}

export const readAccount = operation(ReadAccount, {
  name: 'account.read',
  summary: 'Identify the shop and the key behind a request',
  description:
    'Gives the shop of this API key, the shop’s time zone and currency, and the key’s scope and the time when it ' +
    'expires. A 200 means that the key is live.',
  scope: 'read',
  route: get('/me'),
  input: ReadAccountInput,
  output: one(AccountView),
  needs: [],
});
