import type { Shop } from '../access/shop.js';
import type { Instant } from '../shared/instant.js';
import { isTooLate, type TextingReason } from '../texting/may-text.js';

/**
 * The first rule that forbids to send a scheduled e-mail now; null: none does. Blocks, texting hours and the hourly limit bind
 * only texts.
 */
export function refusalOfEmail({ suspended, features }: Pick<Shop, 'suspended' | 'features'>, dueAt: Instant, now: Instant) {
  const reasons: readonly (TextingReason | null)[] = [
    suspended ? 'account_suspended' : null,
    features.scheduling ? null : 'feature_off',
    isTooLate({ moment: 'hand-over', dueAt, now }) ? 'too_late' : null,
  ];
  return reasons.find((reason) => reason !== null) ?? null;
}
