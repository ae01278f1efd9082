import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Outbox } from '../../kernel/events/outbox.js';
import { Clock, Ids, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { getShop } from './get-shop.js';
import { ChangeShopStanding, CreateShop, SetShop } from './manage-shops.js';
import { shopEvents } from './shop.view.js';
import { SettingsOfShops, Shops } from './shops.js';
import { updateShop } from './update-shop.js';

export const shopArea = area({
  name: 'shop',
  about: 'The shop with its settings. The operator makes, suspends and resumes shops from the command line.',
  operations: [getShop, updateShop],
  events: [shopEvents],
  shared: [provide(SetShop, SetShop, [Shops, SettingsOfShops, UnitOfWork, Announcer, Outbox, Clock])],
  commands: [provide(CreateShop, CreateShop, [Shops, Ids, Clock]), provide(ChangeShopStanding, ChangeShopStanding, [SetShop])],
});
