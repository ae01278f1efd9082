import { SettingsOfShops, Shops } from '../../../application/areas/access/shops.js';
import { Log } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { SendingSettings1795386600000 } from '../../migrations/1795386600000-sending-settings.js';
import { BookingSettings1795402100000 } from '../../migrations/1795402100000-booking-settings.js';
import { KeyUses1795457000000 } from '../../migrations/1795457000000-key-uses.js';
import { ShopRows1795898700000 } from '../../migrations/1795898700000-shop-rows.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { apiKeyTable, apiKeyUseTable } from './api-key.entity.js';
import { PostgresApiKeys } from './postgres-api-keys.js';
import { PostgresShops, PostgresShopSettings } from './postgres-shops.js';
import { RememberedApiKeys } from './remembered-api-keys.js';
import { shopSettingsTable, shopTable } from './shop.entity.js';

export const accessStorage = storage({
  tables: [shopTable, apiKeyTable, apiKeyUseTable, shopSettingsTable],
  migrations: [SendingSettings1795386600000, BookingSettings1795402100000, KeyUses1795457000000, ShopRows1795898700000],
  impersonal: [shopTable, apiKeyTable, apiKeyUseTable, shopSettingsTable],
  provides: [
    provide(Shops, PostgresShops, [Database]),
    provide(SettingsOfShops, PostgresShopSettings, [Database]),
    provide(PostgresApiKeys, PostgresApiKeys, [Database]),
    provide(RememberedApiKeys, RememberedApiKeys, [PostgresApiKeys, Log]),
  ],
});
