import type { Decision, EventKind } from '../../../domain/shared/events.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { BLOCK_SOURCES, type BlockSource } from '../../../domain/texting/may-text.js';
import { block, liftByStaff, liftByStart, type OptOut } from '../../../domain/texting/opt-out.js';
import type { Announced, Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/ports.js';
import { optOutEvents } from './opt-out.view.js';
import type { NumberOwners, OptOuts } from './opt-outs.js';

export interface TextingBlock {
  readonly number: E164;
  readonly source: BlockSource;
  /** when the contact sent the STOP, if that was before the service got it */
  readonly sentAt?: Instant | null;
  /** the shop's line to which a STOP was sent */
  readonly line?: E164 | null;
  readonly note?: string | null;
}

const LIFTS = { start: liftByStart, staff: liftByStaff } as const;

/**
 * Blocks texts to a number of a shop, and lifts such a block. Every change is announced. A repeated call changes and announces
 * nothing more. Within a unit of work the change is stored with the unit.
 */
export class TextingBlocks {
  constructor(
    private readonly optOuts: OptOuts,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  /** Returns the number's row, whose source is the block that is hardest to lift. */
  async block(
    shop: ShopId,
    { number, source, sentAt = null, line = null, note = null }: TextingBlock,
    cause: Cause,
  ): Promise<OptOut> {
    const blocked = await this.optOuts.change(shop, number, (known, owners) =>
      this.announced(block(known, { number, source, sentAt, line, note }, this.clock.now()), owners, cause),
    );
    if (!blocked) throw new Error('a block was decided, but the port stored none');
    return blocked;
  }

  /**
   * Returns the number's row: if `liftedAt` is null, another block is left. Null: the number was never blocked.
   * @throws Conflict when the staff lifts a block that the contact set by STOP
   */
  lift(shop: ShopId, number: E164, by: keyof typeof LIFTS, cause: Cause): Promise<OptOut | null> {
    return this.optOuts.change(
      shop,
      number,
      (known, owners) => known && this.announced(LIFTS[by](known, this.clock.now()), owners, cause),
    );
  }

  private announced<Kind extends keyof (typeof optOutEvents)['kinds'] & EventKind>(
    decision: Decision<OptOut, Kind>,
    owners: NumberOwners,
    cause: Cause,
  ): Announced<OptOut> {
    const next = { ...decision.next, ...owners };
    return { ...this.announcer.announce(optOutEvents, null, { ...decision, next }, cause), next: decision.next };
  }
}

/**
 * The block of a customer's phone, as an import of customers knows it: the source of the stored block, or `none`. `block` and
 * `lift` are orders of the file, which are carried out when the customer is stored. `block` blocks a number that is not blocked,
 * in the name of the import. `lift` lifts only a block that an import set. Null: there is no phone, or its block is not known.
 */
export type TextingMark = BlockSource | 'none' | 'block' | 'lift' | null;

/** Returns the mark after a row. @param cell the row's `texting_blocked`; undefined: the column is absent */
export function markAfter(known: TextingMark, cell: boolean | null | undefined): TextingMark {
  if (cell === undefined) return known;
  if (cell === true) return isBlocked(known) ? known : 'block';
  return known === 'import' || known === 'block' || known === null ? 'lift' : known;
}

export function isBlocked(mark: TextingMark): boolean {
  return mark === 'block' || BLOCK_SOURCES.some((source) => source === mark);
}
