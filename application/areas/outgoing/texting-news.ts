import { newsOf, type Pause } from '../../../domain/outgoing/pause.js';
import { refuseTexting, resumeTexting } from '../../../domain/outgoing/texting-state.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { Pauses } from './pauses.js';
import { textingEvents } from './texting-state.view.js';

/**
 * Tells every shop that texts when the provider refuses the account, and when it accepts it again. It looks at what is remembered,
 * so it can look often.
 */
export class TextingNews {
  constructor(
    private readonly pauses: Pauses,
    private readonly announcer: Announcer,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async tell(): Promise<void> {
    for (const pause of await this.pauses.known()) {
      const news = newsOf(pause);
      if (news !== null) await this.unit.run(() => this.tellAll(pause, news));
    }
  }

  private async tellAll({ id, reason }: Pause, news: 'begun' | 'ended'): Promise<void> {
    if (!(await this.pauses.markTold(id, news))) return;
    const now = this.clock.now();
    const decision = news === 'begun' ? refuseTexting(reason ?? '', now) : resumeTexting(now);
    for (const shop of await this.pauses.shopsThatText())
      await this.pauses.tell(shop, this.announcer.announce(textingEvents, null, decision, NO_CAUSE));
  }
}
