import { selectList } from '../../storage/tables/table.js';
import { shopSettingsTable } from './shop-settings.table.js';

/** SQL that selects the settings of a shop. No row: the shop has the standard settings. `$1` is the shop. */
export const SETTINGS_OF_SHOP = `select ${selectList(shopSettingsTable)} from shop_settings t where t.shop_id = $1`;
