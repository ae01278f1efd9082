import {
  heldBy,
  isByHand,
  isOpen,
  isShut,
  lateFrom,
  nextTry,
  pauseOf,
  type Held,
  type Pause,
  type Way,
} from '../../../domain/outgoing/pause.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Clock, Ids, Log } from '../../kernel/ports/ports.js';
import type { Pauses } from './pauses.js';

/** The permission for one thing to leave. */
export interface Passage {
  readonly way: Way;
  readonly began: Instant;
}

/** What the other side says when it refuses the whole account. */
export interface AccountRefusal {
  /** its code, such as `20003` */
  readonly code: string;
  /** a sentence for people */
  readonly sentence: string;
}

/**
 * Is asked before something leaves the service, and is told what the other side says about the account. A refusal of the whole
 * account pauses the way until something is accepted again, so that a wrong password fails nothing. `TextingNews` tells the shops.
 */
export class Outgoing {
  constructor(
    private readonly pauses: Pauses,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The pause that holds back what would leave a shop in a way; null: there is none. */
  async pauseOf(way: Way, shop: ShopId): Promise<Pause | null> {
    return pauseOf(await this.pauses.known(), way, shop);
  }

  async heldBy(way: Way, shop: ShopId): Promise<Held | null> {
    return heldBy(await this.pauseOf(way, shop));
  }

  /** True: nothing may leave now. A look at it does not take the try of a refused account. */
  async isShut(way: Way, shop: ShopId): Promise<boolean> {
    return isShut(await this.pauseOf(way, shop), this.clock.now());
  }

  /** Lets one thing leave; null: it must wait. While an account is refused, one thing in a minute may leave. */
  async admit(way: Way, shop: ShopId): Promise<Passage | null> {
    const pause = await this.pauseOf(way, shop);
    const began = this.clock.now();
    if (pause === null) return { way, began };
    const isTaken = !isShut(pause, began) && (await this.pauses.takeTry(pause.id, began, nextTry(began)));
    return isTaken ? { way, began } : null;
  }

  /** The other side has refused the account. */
  async refused(way: Way, { code, sentence }: AccountRefusal): Promise<void> {
    if (await this.refusalOf(way)) return;
    const now = this.clock.now();
    const isNew = await this.pauses.add({
      ...{ id: this.ids.next<'Pause'>(), way, shop: null, cause: 'provider', reason: `${code}: ${sentence}` },
      ...{ since: now, until: null, tryAt: nextTry(now), told: null },
    });
    if (isNew) this.log.error('the whole account is refused: what goes this way waits', { kind: way, code });
  }

  /** The other side has accepted something. It may have left before a refusal that came meanwhile. */
  async accepted({ way, began }: Passage): Promise<void> {
    const refusal = await this.refusalOf(way);
    if (!refusal || refusal.since > began) return;
    // The same refusal on another way was met by the same account.
    const same = (await this.open()).filter(({ cause, reason }) => cause === 'provider' && reason === refusal.reason);
    for (const pause of same)
      if (await this.pauses.end(pause.id, this.clock.now()))
        this.log.info('the account is accepted again: what waited leaves now', { kind: pause.way });
  }

  /** The time from which something counts as late, see the domain. */
  async lateFrom(way: Way, shop: ShopId, dueAt: Instant): Promise<Instant> {
    return lateFrom(dueAt, await this.pauses.known(), way, shop, this.clock.now());
  }

  /** The pauses of all shops that go on. */
  async open(): Promise<readonly Pause[]> {
    return (await this.pauses.known()).filter(isOpen);
  }

  private async refusalOf(way: Way): Promise<Pause | undefined> {
    return (await this.open()).find((pause) => !isByHand(pause) && pause.way === way);
  }
}
