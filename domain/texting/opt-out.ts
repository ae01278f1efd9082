import { Conflict } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import type { BlockSource } from './may-text.js';

/** A number that may not be texted by a shop, or that might not be until the block was lifted. It belongs to no customer. */
export interface OptOut {
  readonly number: E164;
  /** the source of the block: the one that is hardest to lift if there are several */
  readonly source: BlockSource;
  /** true: the staff has blocked the number as well as a STOP, so their block stays when START lifts the STOP */
  readonly staffToo: boolean;
  /** the time from which the number has been blocked without a break */
  readonly since: Instant;
  /** null: the number is blocked */
  readonly liftedAt: Instant | null;
  /** the time of the last opt-out by the contact, which ended the consent to campaigns; START does not bring it back */
  readonly consentEndedAt: Instant | null;
  /** the shop's line to which a STOP was sent */
  readonly line: E164 | null;
  readonly note: string | null;
}

export interface NewBlock {
  readonly number: E164;
  readonly source: BlockSource;
  /** when the contact sent the STOP, if that was before the service got it */
  readonly sentAt?: Instant | null;
  readonly line: E164 | null;
  readonly note: string | null;
}

type Blocking = 'customer.texting_blocked';
type Lifting = Blocking | 'customer.texting_unblocked';

/** A block that is easier to lift never replaces another one: an import's block is the easiest, a STOP the hardest to lift. */
const FIRMNESS: Readonly<Record<BlockSource, number>> = { import: 0, provider: 1, staff: 2, stop: 3 };

/**
 * Blocks a number. On a number that is blocked already, the block that is harder to lift stays, and the number counts as blocked
 * from the first of the two. A staff's block and a STOP both stay: each is lifted by its own side alone.
 * @param known the number's row; null: it was never blocked
 */
export function block(known: OptOut | null, given: NewBlock, now: Instant): Decision<OptOut, Blocking> {
  const before = known?.liftedAt === null ? known : null;
  const source = before && FIRMNESS[before.source] >= FIRMNESS[given.source] ? before.source : given.source;
  const next: OptOut = {
    number: given.number,
    source,
    staffToo: source === 'stop' && ((before !== null && isByStaff(before)) || given.source === 'staff'),
    since: before?.since ?? now,
    liftedAt: null,
    consentEndedAt: consentEnd(known, given, now),
    line: given.line ?? before?.line ?? null,
    note: given.note ?? before?.note ?? null,
  };
  if (before && isSame(before, next)) return unchanged(before);
  return changed(next, now, source === before?.source ? [] : [{ type: 'customer.texting_blocked' }]);
}

/** Lifts a STOP and the blocks of the provider and of an import, because the contact asks for texts. The staff's block stays. */
export function liftByStart(known: OptOut, now: Instant): Decision<OptOut, Lifting> {
  if (known.liftedAt !== null || known.source === 'staff') return unchanged(known);
  if (!known.staffToo) return lifted(known, now);
  return changed({ ...known, source: 'staff', staffToo: false }, now, [{ type: 'customer.texting_blocked' }]);
}

/**
 * Lifts the blocks of the staff, of the provider and of an import.
 * @throws Conflict when the contact has sent STOP. Then the staff's own block stays, too, because a refusal changes nothing.
 */
export function liftByStaff(known: OptOut, now: Instant): Decision<OptOut, Lifting> {
  if (known.liftedAt !== null) return unchanged(known);
  if (known.source === 'stop')
    throw new Conflict('the contact has opted out with STOP; only the contact can lift this, with START');
  return lifted(known, now);
}

function lifted(known: OptOut, now: Instant): Decision<OptOut, Lifting> {
  return changed({ ...known, liftedAt: now }, now, [{ type: 'customer.texting_unblocked' }]);
}

/** Tells whether the staff has blocked a number, alone or beside a STOP. */
export function isByStaff({ source, staffToo }: OptOut): boolean {
  return source === 'staff' || staffToo;
}

/**
 * A STOP ends the consent each time that it comes. The blocks of the provider and of an import end it, too: they stand for a STOP
 * that we have not seen. An import is often repeated, so it does not move the end. The staff's block leaves the consent.
 */
function consentEnd(known: OptOut | null, { source, sentAt }: NewBlock, now: Instant): Instant | null {
  const ended = known?.consentEndedAt ?? null;
  if (source === 'staff') return ended;
  if (source === 'import') return ended ?? now;
  const at = sentAt ?? now;
  return ended !== null && ended > at ? ended : at;
}

function isSame(one: OptOut, other: OptOut): boolean {
  return (
    one.source === other.source &&
    one.staffToo === other.staffToo &&
    one.line === other.line &&
    one.note === other.note &&
    one.consentEndedAt === other.consentEndedAt
  );
}
