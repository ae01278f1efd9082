import { area } from '../../kernel/area.js';
import { Clock } from '../../kernel/ports/clock.js';
import { Ids } from '../../kernel/ports/ids.js';
import { UnitOfWork } from '../../kernel/ports/unit-of-work.js';
import { provide } from '../../kernel/provide.js';
import { Staff } from '../staff/staff.js';
import { ApiKeys } from './api-keys.js';
import { ChangeShopStanding } from './change-shop-standing.js';
import { CreateShop } from './create-shop.js';
import { KeyTokens } from './key-tokens.js';
import { ListKeys } from './list-keys.js';
import { MintKey } from './mint-key.js';
import { RevokeKey } from './revoke-key.js';
import { SetShop } from './set-shop.js';
import { SettingsOfShops } from './settings-of-shops.js';
import { Shops } from './shops.js';

export const accessArea = area({
  name: 'access',
  about: 'Shops and their keys. The operator manages both from the command line.',
  commands: [
    provide(CreateShop, CreateShop, [Shops, Ids, Clock]),
    provide(SetShop, SetShop, [Shops, SettingsOfShops, UnitOfWork]),
    provide(ChangeShopStanding, ChangeShopStanding, [Shops]),
    provide(MintKey, MintKey, [Shops, Staff, ApiKeys, KeyTokens, Ids, Clock]),
    provide(ListKeys, ListKeys, [Shops, ApiKeys]),
    provide(RevokeKey, RevokeKey, [ApiKeys, Clock]),
  ],
});
