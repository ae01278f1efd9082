import { isByHand, isOpen, WAYS, type DropReason, type Pause, type Way } from '../../../domain/outgoing/pause.js';
import { Conflict, NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { DropHeld } from './held-work.js';
import type { Pauses } from './pauses.js';
import type { TextingNews } from './texting-news.js';

/** The part of what leaves the service that a command is about. */
export interface SwitchedPart {
  /** empty: all */
  readonly ways: readonly Way[];
  /** null: all shops */
  readonly shop: ShopId | null;
}

export interface WantedPause extends SwitchedPart {
  readonly cause: 'operator' | 'start';
  readonly reason: string | null;
}

/** A use case of the operator: lets nothing leave in some ways. What would leave waits. */
export class PauseOutgoing {
  constructor(
    private readonly shops: Shops,
    private readonly pauses: Pauses,
    private readonly news: TextingNews,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Returns the new pauses: a way that is paused already stays as it is. @throws NotFound when there is no such shop */
  async execute({ ways, shop, cause, reason }: WantedPause): Promise<readonly Pause[]> {
    if (shop !== null && !(await this.shops.find(shop))) throw new NotFound('shop');
    const since = this.clock.now();
    const begun: Pause[] = [];
    for (const way of ways.length > 0 ? ways : WAYS) {
      const pause = { id: this.ids.next<'Pause'>(), way, shop, cause, reason, since, until: null, tryAt: null, told: null };
      if (await this.pauses.add(pause)) begun.push(pause);
    }
    await this.news.tell();
    return begun;
  }
}

export interface WantedEnd extends SwitchedPart {
  /** true: only the silence of a copy ends, and what was paused otherwise stays so */
  readonly isWaking: boolean;
  /** what was due before this time, in milliseconds from now, ends instead; null: nothing is too old */
  readonly dropOlderThanMs: number | null;
  /** what is said of it */
  readonly dropReason: DropReason;
  /** true: pauses of the start may end, too */
  readonly confirmed: boolean;
}

export interface EndedPauses {
  readonly ended: readonly Pause[];
  /** the pauses that the other side has caused; one thing leaves at once, to find out if they are over */
  readonly tried: readonly Pause[];
  /** the number of texts, e-mails and deliveries that were too old */
  readonly dropped: number;
}

/** A use case of the operator: ends pauses. */
export class ResumeOutgoing {
  constructor(
    private readonly pauses: Pauses,
    private readonly drop: DropHeld,
    private readonly news: TextingNews,
    private readonly clock: Clock,
  ) {}

  /** @throws Conflict when a pause of the start would end, and nobody has confirmed that */
  async execute({ ways, shop, isWaking, dropOlderThanMs, dropReason, confirmed }: WantedEnd): Promise<EndedPauses> {
    const isMeant = (pause: Pause): boolean =>
      isOpen(pause) &&
      (!isWaking || pause.cause === 'start') &&
      (ways.length === 0 || ways.includes(pause.way)) &&
      (shop === null || pause.shop === shop);
    const meant = (await this.pauses.known()).filter(isMeant);
    const byHand = meant.filter(isByHand);
    if (!confirmed && byHand.some(({ cause }) => cause === 'start')) throw new Conflict(NOT_CONFIRMED);
    const now = this.clock.now();
    let dropped = 0;
    if (dropOlderThanMs !== null)
      for (const pause of byHand) dropped += await this.drop.execute(pause, later(now, -dropOlderThanMs), dropReason);
    const ended: Pause[] = [];
    for (const pause of byHand) if (await this.pauses.end(pause.id, this.clock.now())) ended.push(pause);
    const tried = meant.filter((pause) => !isByHand(pause));
    for (const { id } of tried) await this.pauses.tryAt(id, now);
    await this.news.tell();
    return { ended, tried, dropped };
  }
}

const NOT_CONFIRMED =
  'this deployment was started with OUTGOING=off or restored, so that a copy reaches nobody: if it is the real one, repeat this with --yes';
