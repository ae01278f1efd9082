import { Pauses } from '../../../application/areas/outgoing/pauses.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { Pause } from '../../../domain/outgoing/pause.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Audience } from '../../audience.js';
import { OUTGOING_CHANGED, type PostgresPauses } from './postgres-pauses.js';

/** How long pauses are remembered if their changes are not heard. */
const UNHEARD_MS = 500;

interface Known {
  readonly pauses: Promise<readonly Pause[]>;
  /** when they were asked for, by the clock of `performance` */
  readonly askedAt: number;
}

/**
 * A cache of the pauses, so that asking before each text costs no statement. It is read anew after each announced change. While
 * announcements cannot be heard, it is remembered so briefly that a pause still takes effect within a second.
 */
export class RememberedPauses extends Pauses implements Audience {
  readonly channel = OUTGOING_CHANGED;
  private remembered: Known | null = null;
  private hearing = false;

  constructor(private readonly stored: PostgresPauses) {
    super();
  }

  override known(): Promise<readonly Pause[]> {
    const { remembered } = this;
    if (remembered && (this.hearing || performance.now() - remembered.askedAt < UNHEARD_MS)) return remembered.pauses;
    const asked: Known = { pauses: this.stored.known(), askedAt: performance.now() };
    this.remembered = asked;
    asked.pauses.catch(() => {
      if (this.remembered === asked) this.forget(); // whoever asked gets the error
    });
    return asked.pauses;
  }

  override add(pause: Pause): Promise<boolean> {
    return this.forgetting(this.stored.add(pause));
  }

  override end(id: Pause['id'], at: Instant): Promise<boolean> {
    return this.forgetting(this.stored.end(id, at));
  }

  override takeTry(id: Pause['id'], now: Instant, next: Instant): Promise<boolean> {
    return this.forgetting(this.stored.takeTry(id, now, next));
  }

  override markTold(id: Pause['id'], told: Pause['told']): Promise<boolean> {
    return this.forgetting(this.stored.markTold(id, told));
  }

  override tryAt(id: Pause['id'], at: Instant): Promise<void> {
    return this.forgetting(this.stored.tryAt(id, at));
  }

  override shopsThatText(): Promise<readonly ShopId[]> {
    return this.stored.shopsThatText();
  }

  override tell(shop: ShopId, decision: Announced<unknown>): Promise<void> {
    return this.stored.tell(shop, decision);
  }

  announced(): void {
    this.forget();
  }

  /** Some announcements may have been missed. */
  hear(hearing: boolean): void {
    this.hearing = hearing;
    this.forget();
  }

  private forget(): void {
    this.remembered = null;
  }

  private async forgetting<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      this.forget();
    }
  }
}
