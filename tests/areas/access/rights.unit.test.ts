import { actorDetails, isExpired, managesKeys } from '../../../domain/access/api-key.js';
import { EVERY_SECTION, mayAct, SECTIONS, sectionsBeyond } from '../../../domain/access/permission.js';
import { ALL_FEATURES, FEATURES, STANDARD_SETTINGS, statusOf, tellShop, WEEKDAYS } from '../../../domain/access/shop.js';
import type { ApiKeyId } from '../../../domain/shared/id.js';
import { aCaller } from '../../support/run-use-case.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');

it('a key expires with the instant that it names', () => {
  expect(isExpired({ expiresAt: at('2026-03-03T09:00:00.001Z') }, NOW)).toBe(false);
  expect(isExpired({ expiresAt: NOW }, NOW)).toBe(true);
  expect(isExpired({ expiresAt: null }, NOW)).toBe(false);
});

it('a key acts in the sections that it holds at the level act, by default in all', () => {
  expect(SECTIONS.filter((section) => mayAct(EVERY_SECTION, section))).toEqual(SECTIONS);
  const grants = { 'inbox.access': 'view', 'jobs.manage': 'act' } as const;
  expect(SECTIONS.filter((section) => mayAct(grants, section))).toEqual(['jobs.manage']);
});

it('a key that may write and acts in the section of the shop can mint keys', () => {
  expect(managesKeys({ scope: 'full', grants: { 'shop.manage': 'act' } })).toBe(true);
  expect(managesKeys({ scope: 'read', grants: EVERY_SECTION })).toBe(false);
  expect(managesKeys({ scope: 'full', grants: { 'shop.manage': 'view', 'jobs.manage': 'act' } })).toBe(false);
});

it('grants go beyond others by a section or by a level', () => {
  const held = { 'inbox.access': 'view', 'jobs.manage': 'act' } as const;
  expect(sectionsBeyond({ 'inbox.access': 'act', 'shop.manage': 'view', 'jobs.manage': 'act' }, held)).toEqual([
    'inbox.access',
    'shop.manage',
  ]);
  for (const within of [{}, held, { 'inbox.access': 'view' }, { 'jobs.manage': 'view' }] as const) {
    expect(sectionsBeyond(within, held)).toEqual([]);
  }
});

it('a shop is told of when its account or a setting differs, in whatever order a stored object has its values', () => {
  const shop = aCaller().shop;
  const before = { shop, settings: STANDARD_SETTINGS };
  const reversed = Object.fromEntries(Object.entries(STANDARD_SETTINGS).reverse()) as typeof STANDARD_SETTINGS; // safe: the same entries
  expect(tellShop(before, { shop: { ...shop }, settings: reversed }, NOW).changed).toBe(false);
  for (const after of [
    { ...before, shop: { ...shop, name: 'Southside' } },
    { ...before, settings: { ...STANDARD_SETTINGS, bays: ['Bay 1'] } },
  ]) {
    expect(tellShop(before, after, NOW)).toMatchObject({
      changed: true,
      next: after,
      at: NOW,
      events: [{ type: 'shop.updated' }],
    });
  }
});

it('an event names the key and the person of its change', () => {
  expect(actorDetails({ keyId: 'key' as ApiKeyId, userId: null })).toEqual({ key_id: 'key', user_id: null }); // safe: only passed on
});

it.each([
  [false, false, 'active'],
  [false, true, 'lapsed'],
  [true, false, 'suspended'],
  [true, true, 'suspended'],
])('a shop that is suspended: %s and has a lapsed plan: %s is %s', (suspended, planLapsed, status) => {
  expect(statusOf({ suspended, planLapsed })).toBe(status);
});

it('a new shop has every feature, and the hours and limits that the documents name', () => {
  expect(FEATURES.filter((feature) => ALL_FEATURES[feature])).toEqual(FEATURES);
  const [weekday, texting] = [
    { from: '08:00', until: '18:00' },
    { from: '08:00', until: '21:00' },
  ];
  expect(STANDARD_SETTINGS).toMatchObject({
    openingHours: Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [weekday]])),
    textingHours: Object.fromEntries(WEEKDAYS.map((day) => [day, [texting]])),
    closures: [],
    bays: [],
  });
});
