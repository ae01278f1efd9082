import { WEEKDAYS } from '../../../domain/access/shop.js';
import { CANADIAN } from '../texts/canadian.js';
import { everyDay, type DemoShop } from './demo-shop.js';
import { DEMO_SHOP_ID } from './ids.js';
import { OTTAWA_PEOPLE } from './ottawa-people.js';
import { VEHICLE_MODELS } from './vehicle-models.js';

const AREA_CODES = [
  ...['613', '343', '416', '647', '905', '819'],
  ...['437', '289', '365', '226', '519', '548'],
  ...['249', '705', '807', '514', '438', '450'],
  ...['579', '873', '418', '581', '367', '506'],
  ...['604', '778', '236', '250', '403', '587'],
  ...['780', '825', '204', '431', '306', '639'],
] as const;

export const NORTHSIDE: DemoShop = {
  id: DEMO_SHOP_ID,
  name: 'Northside Auto Care',
  timezone: 'America/Toronto',
  country: 'CA',
  currency: 'CAD',
  language: 'en',
  counts: {
    customers: 1000,
    leads: 800,
    threads: 850,
    calls: 250,
    sounds: 30,
    quotes: 320,
    jobs: 1000,
    reviews: 140,
    tasks: 900,
  },
  people: OTTAWA_PEOPLE,
  // In North America no customer has a number with 555 after the area code. The shop and its staff have numbers from 0100 to
  // 0199.
  customerPhones: { prefixes: AREA_CODES.map((area) => `+1${area}555` as const), digits: 4, first: 200, lines: 9800, local: 6 },
  shopPhones: '+161355501',
  places: [
    { city: 'Ottawa', region: 'ON', postalCode: 'K1@ #@#' },
    { city: 'Nepean', region: 'ON', postalCode: 'K2@ #@#' },
    { city: 'Orléans', region: 'ON', postalCode: 'K4@ #@#' },
    { city: 'Gatineau', region: 'QC', postalCode: 'J8@ #@#' },
    { city: 'Kingston', region: 'ON', postalCode: 'K7@ #@#' },
    { city: 'Toronto', region: 'ON', postalCode: 'M5@ #@#' },
  ],
  addresses: [
    '1## Bank St, Ottawa',
    '2## Elgin St, Ottawa',
    '7## Carling Ave, Ottawa',
    '9## Merivale Rd, Nepean',
    '3## Montréal Rd, Ottawa',
  ],
  plates: '@@@@ ###',
  models: VEHICLE_MODELS,
  prices: { perHundredCents: 100, step: 1, taxPercent: 13, spoken: (major) => `$${major}` },
  team: [
    { name: 'Marguerite Bell', role: 'owner', since: 399 },
    { name: 'Tomás Rivera', role: 'manager', since: 398 },
    { name: 'Hélène Caron', role: 'advisor', since: 390 },
    { name: 'Jordan Blake', role: 'advisor', since: 140 },
    { name: 'Owen Fairley', role: 'advisor', since: 380, active: false },
    { name: 'Dmytro Bondar', role: 'technician', since: 396 },
    { name: 'Keisha Moore', role: 'technician', since: 385 },
    {
      name: 'Minh Trần',
      role: 'technician',
      since: 380,
      hours: {
        ...everyDay(['tue', 'wed', 'thu', 'fri'], [{ from: '08:00', until: '18:00' }]),
        sat: [{ from: '08:00', until: '14:00' }],
      },
    },
    { name: 'Paula Novak', role: 'viewer', since: 120 },
  ],
  texts: CANADIAN,
  settings: {
    openingHours: {
      ...everyDay(['mon', 'tue', 'wed', 'thu', 'fri'], [{ from: '08:00', until: '18:00' }]),
      sat: [{ from: '08:00', until: '14:00' }],
    },
    // A text can be tried at any hour of a day that is no closure. The other shops show the effect of texting hours.
    textingHours: everyDay(WEEKDAYS, [{ from: '00:00', until: '24:00' }]),
    bays: ['Bay 1', 'Bay 2', 'Bay 3', 'Detail bay', 'Cure room'],
    messagingService: null,
  },
  holidays: ['01-01', '07-01', '12-25', '12-26'],
  workdays: { ...everyDay(['mon', 'tue', 'wed', 'thu', 'fri'], [13, 8] as const), sat: [13, 4] },
};
