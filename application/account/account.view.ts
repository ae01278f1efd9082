import { SCOPES } from '../../domain/access/api-key.js';
import type { Caller } from '../operation/caller.js';
import { DateTime, OneOf, Text, Uuid } from '../fields/fields.js';
import { Nested } from '../fields/nested.js';

class AccountShopView {
  @Uuid({ description: 'Shop id.' }) id!: string;
  @Text({ description: 'Shop name.', example: 'Northside Auto Care' }) name!: string;
  @Text({ description: 'IANA name: the zone in which the shop’s days begin.', example: 'America/Toronto' }) timezone!: string;
  @Text({ description: 'ISO 3166-1 alpha-2: the country of phones without a country code.', example: 'CA' }) country!: string;
  @Text({ description: 'ISO 4217: the currency of every amount.', example: 'CAD' }) currency!: string;
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
    const { id, name, timezone, country, currency } = shop;
    return { shop: { id, name, timezone, country, currency }, key: { scope: key.scope, expires_at: key.expiresAt } };
  }
}
