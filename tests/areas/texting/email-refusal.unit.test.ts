import { ALL_FEATURES } from '../../../domain/access/shop.js';
import { later } from '../../../domain/shared/instant.js';
import { refusalOfEmail } from '../../../domain/texting/scheduled-message.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const HOUR_MS = 3_600_000;
const SHOP = { suspended: false, features: ALL_FEATURES };

it('a scheduled e-mail is refused for the shop, for its feature and for being late, in this order', () => {
  const off = { ...SHOP, features: { ...ALL_FEATURES, scheduling: false } };
  const late = later(NOW, -HOUR_MS - 1);
  expect(refusalOfEmail(SHOP, later(NOW, -HOUR_MS), NOW)).toBeNull();
  expect(refusalOfEmail(SHOP, late, NOW)).toBe('too_late');
  expect(refusalOfEmail(off, late, NOW)).toBe('feature_off');
  expect(refusalOfEmail({ ...off, suspended: true }, late, NOW)).toBe('account_suspended');
});
