import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { SettingsOfShops, Shops } from '../access/shops.js';
import { FileStorage } from '../media/file-storage.js';
import { EmptyExpired } from './empty-expired.js';
import { emptiedEvents } from './emptied-records.view.js';
import { ExpiredRecords } from './expired-records.js';

export const retentionArea = area({
  name: 'retention',
  about: 'What a shop keeps for some months only.',
  events: [emptiedEvents],
  works: [provide(EmptyExpired, EmptyExpired, [Shops, SettingsOfShops, ExpiredRecords, FileStorage, Announcer, Clock])],
});
