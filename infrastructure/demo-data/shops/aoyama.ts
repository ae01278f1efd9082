import { JAPANESE } from '../texts/japanese.js';
import { everyDay, type DemoShop } from './demo-shop.js';
import { TOKYO_SHOP_ID } from './ids.js';
import { TOKYO_PEOPLE } from './tokyo-people.js';
import { VEHICLE_MODELS } from './vehicle-models.js';

const KNOWN_THERE: readonly string[] = ['TOYOTA', 'HONDA', 'MAZDA', 'NISSAN', 'SUBARU', 'BMW', 'MERCEDES-BENZ', 'PORSCHE'];

export const AOYAMA: DemoShop = {
  id: TOKYO_SHOP_ID,
  name: '青山カーケア',
  timezone: 'Asia/Tokyo',
  country: 'JP',
  currency: 'JPY',
  language: 'ja',
  counts: { customers: 230, leads: 190, threads: 180, calls: 70, sounds: 12, quotes: 80, jobs: 230, reviews: 40, tasks: 180 },
  people: TOKYO_PEOPLE,
  // These numbers belong to nobody: in Japan no subscriber's number has a 0 directly after 90, 80 or 70.
  customerPhones: { prefixes: ['+81900000', '+81800000', '+81700000'], digits: 4, first: 0, lines: 10_000, local: 3 },
  shopPhones: '+813000010',
  places: [
    { city: '渋谷区', region: '東京都', postalCode: '150-00##' },
    { city: '港区', region: '東京都', postalCode: '107-00##' },
    { city: '世田谷区', region: '東京都', postalCode: '154-00##' },
    { city: '横浜市', region: '神奈川県', postalCode: '220-00##' },
  ],
  addresses: ['東京都渋谷区神宮前3-1#-2', '東京都港区南青山5-#-1#', '東京都世田谷区三軒茶屋1-3#-5'],
  plates: '品川 3## さ ##-##',
  models: VEHICLE_MODELS.filter(({ make }) => KNOWN_THERE.includes(make)),
  prices: { perHundredCents: 110, step: 100, taxPercent: 10, spoken: (major) => `${major}円` },
  team: [
    { name: ['青木 健', 'Aoki'], role: 'owner', since: 398 },
    { name: ['森 由美子', 'Mori'], role: 'manager', since: 396 },
    { name: ['石川 翔太', 'Ishikawa'], role: 'advisor', since: 389 },
    { name: ['藤田 悟', 'Fujita'], role: 'technician', since: 390 },
    { name: ['岡田 亮', 'Okada'], role: 'technician', since: 385 },
    { name: ['村上 愛', 'Murakami'], role: 'advisor', since: 370, active: false },
    { name: ['原 健一', 'Hara'], role: 'viewer', since: 100 },
  ],
  texts: JAPANESE,
  settings: {
    openingHours: everyDay(['mon', 'tue', 'thu', 'fri', 'sat', 'sun'], [{ from: '10:00', until: '19:00' }]),
    textingHours: everyDay(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], [{ from: '09:00', until: '20:00' }]),
    bays: ['ベイ1', 'ベイ2', '洗車スペース'],
    messagingService: null,
  },
  holidays: ['01-01', '01-02', '01-03', '12-31'],
  workdays: everyDay(['mon', 'tue', 'thu', 'fri', 'sat', 'sun'], [1, 8] as const),
};
