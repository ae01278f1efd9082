import { newsOf, pauseOf, type Pause } from '../../../domain/outgoing/pause.js';
import { tellTexting } from '../../../domain/outgoing/texting-state.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { Pauses } from './pauses.js';
import { textingEvents } from './texting-state.view.js';

/**
 * Tells each shop whose texts a pause holds back, when it begins and when it ends. It looks at what is remembered, so it can look
 * often.
 */
export class TextingNews {
  constructor(
    private readonly pauses: Pauses,
    private readonly announcer: Announcer,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async tell(): Promise<void> {
    const known = await this.pauses.known();
    for (const pause of known) {
      const news = newsOf(pause);
      if (news !== null) await this.unit.run(() => this.tellAll(pause, news, known));
    }
  }

  private async tellAll(pause: Pause, news: 'begun' | 'ended', known: readonly Pause[]): Promise<void> {
    if (!(await this.pauses.markTold(pause.id, news))) return;
    for (const shop of pause.shop === null ? await this.pauses.shopsThatText() : [pause.shop]) {
      const decision = tellTexting(pause, pauseOf(known, pause.way, shop), this.clock.now());
      if (decision) await this.pauses.tell(shop, this.announcer.announce(textingEvents, null, decision, NO_CAUSE));
    }
  }
}
