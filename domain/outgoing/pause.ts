import type { ShopId } from '../shared/id.js';
import { later, millisOf, type Instant } from '../shared/instant.js';

/** The ways in which something leaves the service: texts, e-mails, deliveries to webhooks, and the fetching of files. */
export const WAYS = ['texts', 'emails', 'webhooks', 'fetches'] as const;
export type Way = (typeof WAYS)[number];

/**
 * `operator`: somebody has paused it by a command · `provider`: the other side refuses the whole account · `start`: an instance was
 * started with OUTGOING=off
 */
export const PAUSE_CAUSES = ['operator', 'provider', 'start'] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** A time in which nothing leaves in one way. What would leave waits. */
export interface Pause {
  readonly id: string;
  readonly way: Way;
  /** null: of all shops */
  readonly shop: ShopId | null;
  readonly cause: PauseCause;
  /** words of the operator, or of the other side; null: none were given */
  readonly reason: string | null;
  readonly since: Instant;
  /** null: it goes on */
  readonly until: Instant | null;
  /** when one thing may leave again, to find out if the account is accepted now; null: a person ends this pause */
  readonly tryAt: Instant | null;
  /** what the shops were told last: that it began, or that it ended; null: nothing */
  readonly told: 'begun' | 'ended' | null;
}

/** Why something waits: somebody has paused its way out, or the other side refuses the whole account. */
export const HELD = ['paused', 'account_refused'] as const;
export type Held = (typeof HELD)[number];

/**
 * The reason for which something that waited in a pause is not sent. `paused`: it is older than the operator wanted to send. `silent`:
 * it became due while a restored copy was not to reach anybody.
 */
export const DROP_REASONS = ['paused', 'silent'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Returns the news of a pause that the shops must be told; null: none. Shops are only told of pauses of texts. */
export function newsOf({ way, until, told }: Pause): Pause['told'] {
  if (way !== 'texts') return null;
  if (until === null) return told === null ? 'begun' : null;
  return told === 'begun' ? 'ended' : null;
}

const TRY_EVERY_MS = 60_000;

/** The next time at which one thing may leave, to find out if the account is accepted. */
export function nextTry(now: Instant): Instant {
  return later(now, TRY_EVERY_MS);
}

export function isOpen({ until }: Pause): boolean {
  return until === null;
}

export function isByHand({ cause }: Pick<Pause, 'cause'>): boolean {
  return cause !== 'provider';
}

function concerns(pause: Pause, way: Way, shop: ShopId): boolean {
  return pause.way === way && (pause.shop === null || pause.shop === shop);
}

/** The pause that holds back what would leave a shop in a way; null: there is none. One by hand counts before a refusal. */
export function pauseOf(pauses: readonly Pause[], way: Way, shop: ShopId): Pause | null {
  const open = pauses.filter((pause) => isOpen(pause) && concerns(pause, way, shop));
  return open.find(isByHand) ?? open[0] ?? null;
}

export function heldBy(pause: Pause | null): Held | null {
  if (pause === null) return null;
  return isByHand(pause) ? 'paused' : 'account_refused';
}

/** Tells whether nothing may leave now. After a refusal of the account, one thing may leave as soon as its time has come. */
export function isShut(pause: Pause | null, now: Instant): boolean {
  return pause !== null && (pause.tryAt === null || pause.tryAt > now);
}

/**
 * The time from which something counts as late: its due time, moved by the time since then in which a pause by hand has held it
 * back. The time of a refusal counts as late.
 */
export function lateFrom(dueAt: Instant, pauses: readonly Pause[], way: Way, shop: ShopId, now: Instant): Instant {
  const spans = pauses
    .filter((pause) => isByHand(pause) && concerns(pause, way, shop))
    .map(({ since, until }) => ({ from: Math.max(millisOf(since), millisOf(dueAt)), to: millisOf(until ?? now) }))
    .sort((one, other) => one.from - other.from);
  let held = 0;
  let counted = millisOf(dueAt);
  for (const { from, to } of spans) {
    held += Math.max(0, to - Math.max(from, counted));
    counted = Math.max(counted, to);
  }
  return later(dueAt, held);
}
