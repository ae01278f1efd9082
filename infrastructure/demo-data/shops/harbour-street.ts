import { ENGLISH } from '../texts/english.js';
import { everyDay, type DemoShop } from './demo-shop.js';
import { LONDON_SHOP_ID } from './ids.js';
import { LONDON_PEOPLE } from './london-people.js';
import { VEHICLE_MODELS } from './vehicle-models.js';

const UNKNOWN_THERE: ReadonlySet<string> = new Set(['RAM', 'GMC', 'CHEVROLET', 'DODGE']);

export const HARBOUR_STREET: DemoShop = {
  id: LONDON_SHOP_ID,
  name: 'Harbour Street Motors',
  timezone: 'Europe/London',
  country: 'GB',
  currency: 'GBP',
  language: 'en',
  counts: { customers: 230, leads: 190, threads: 180, calls: 70, sounds: 12, quotes: 80, jobs: 230, reviews: 40, tasks: 180 },
  people: LONDON_PEOPLE,
  // These ranges of numbers are reserved for films and drama.
  customerPhones: { prefixes: ['+447700900', '+441144960'], digits: 3, first: 0, lines: 1000, local: 2 },
  shopPhones: '+4420794601',
  places: [
    { city: 'London', region: 'Greater London', postalCode: 'SE1 #@@' },
    { city: 'London', region: 'Greater London', postalCode: 'E14 #@@' },
    { city: 'Croydon', region: 'Greater London', postalCode: 'CR0 #@@' },
    { city: 'Dartford', region: 'Kent', postalCode: 'DA1 #@@' },
  ],
  addresses: ['1# Tooley Street, London', '2# Jamaica Road, London', '8# Evelyn Street, London'],
  plates: 'L@2# @@@',
  models: VEHICLE_MODELS.filter(({ make }) => !UNKNOWN_THERE.has(make)),
  prices: { perHundredCents: 60, step: 500, taxPercent: 20, spoken: (major) => `£${major}` },
  team: [
    { name: 'Rosalind Pryce', role: 'owner', since: 397 },
    { name: 'Kwame Boateng', role: 'manager', since: 395 },
    { name: 'Siân Maddox', role: 'advisor', since: 388 },
    { name: 'Gareth Lowe', role: 'technician', since: 391 },
    {
      name: 'Zofia Mazur',
      role: 'technician',
      since: 380,
      hours: everyDay(['mon', 'tue', 'wed', 'thu'], [{ from: '08:00', until: '18:00' }]),
    },
    { name: 'Declan Hurst', role: 'technician', since: 386, active: false },
    { name: 'Imogen Tate', role: 'viewer', since: 90 },
  ],
  texts: ENGLISH,
  settings: {
    openingHours: {
      ...everyDay(['mon', 'tue', 'wed', 'thu'], [{ from: '08:00', until: '18:00' }]),
      fri: [
        { from: '08:00', until: '12:30' },
        { from: '13:30', until: '18:00' },
      ],
      sat: [{ from: '08:00', until: '13:00' }],
    },
    textingHours: everyDay(['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], [{ from: '09:00', until: '20:00' }]),
    bays: ['Ramp 1', 'Ramp 2', 'Wash bay'],
    messagingService: 'MG00000000000000000000000000de3031',
  },
  holidays: ['01-01', '12-25', '12-26'],
  workdays: { ...everyDay(['mon', 'tue', 'wed', 'thu'], [8, 8] as const), ...everyDay(['fri', 'sat'], [8, 3] as const) },
};
