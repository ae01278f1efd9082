import { area } from '../../kernel/area.js';
import { Clock, Ids, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Staff } from '../staff/staff.js';
import { ApiKeys, KeyTokens } from './api-keys.js';
import { KeysOfShop } from './keys-of-shop.js';
import { listKeys } from './list-keys.js';
import { KeyRing } from './manage-keys.js';
import { mintKey } from './mint-key.js';
import { revokeKey } from './revoke-key.js';
import { Shops } from './shops.js';

export const keysArea = area({
  name: 'keys',
  about: 'The API keys of the shop.',
  operations: [listKeys, mintKey, revokeKey],
  shared: [
    provide(KeyRing, KeyRing, [Shops, Staff, ApiKeys, KeyTokens, Ids, Clock]),
    provide(KeysOfShop, KeysOfShop, [ApiKeys, UnitOfWork, Clock]),
  ],
});
