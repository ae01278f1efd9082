import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Outbox } from '../../kernel/events/outbox.js';
import { Clock, Ids, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { shopEvents } from '../account/read-account.js';
import { Staff } from '../staff/staff.js';
import { ApiKeys, KeyTokens } from './api-keys.js';
import { ListKeys, MintKey, RevokeKey, RotateKey } from './manage-keys.js';
import { ChangeShopStanding, CreateShop, SetShop } from './manage-shops.js';
import { SettingsOfShops, Shops } from './shops.js';

export const accessArea = area({
  name: 'access',
  about: 'Shops and their keys. The operator manages both from the command line.',
  events: [shopEvents],
  commands: [
    provide(CreateShop, CreateShop, [Shops, Ids, Clock]),
    provide(SetShop, SetShop, [Shops, SettingsOfShops, UnitOfWork, Announcer, Outbox, Clock]),
    provide(ChangeShopStanding, ChangeShopStanding, [Shops]),
    provide(MintKey, MintKey, [Shops, Staff, ApiKeys, KeyTokens, Ids, Clock]),
    provide(ListKeys, ListKeys, [Shops, ApiKeys]),
    provide(RotateKey, RotateKey, [ApiKeys, KeyTokens, Ids, Clock]),
    provide(RevokeKey, RevokeKey, [ApiKeys, Clock]),
  ],
});
