import { SCOPES } from '../../../domain/access/api-key.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Nested } from '../../kernel/fields/view.js';
import type { Caller } from '../../kernel/operation/caller.js';

class AccountShopView {
  @Uuid({ description: 'Shop id.' }) id!: string;
  @Text({ description: 'Shop name.', example: 'Northside Auto Care' }) name!: string;
  @Text({ description: 'The IANA name of the shop’s time zone.', example: 'America/Toronto' }) timezone!: string;
  @Text({
    description: 'The shop’s country (ISO 3166-1 alpha-2). A phone number without a country code is of this country.',
    example: 'CA',
  })
  country!: string;
  @Text({ description: 'The currency of all amounts (ISO 4217).', example: 'CAD' }) currency!: string;
}

class AccountKeyView {
  @OneOf(SCOPES, { description: 'Fixed when the key is minted.' }) scope!: string;
  @DateTime({ nullable: true, description: 'Null if the key never expires. Otherwise a time in the future.' })
  expires_at!: string | null;
}

export class AccountView {
  @Nested(AccountShopView) shop!: AccountShopView;
  @Nested(AccountKeyView) key!: AccountKeyView;

  static of({ shop, key }: Caller): AccountView {
    const { id, name, timezone, country, currency } = shop;
    return { shop: { id, name, timezone, country, currency }, key: { scope: key.scope, expires_at: key.expiresAt } };
  }
}
