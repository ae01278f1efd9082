import { endForgotten, isLive } from '../../../domain/calls/call-progress.js';
import type { ShownCall } from '../../../domain/calls/call.js';
import type { CallId, ShopId } from '../../../domain/shared/id.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import { callEvents } from './call.view.js';
import type { Calls } from './calls.js';
import type { ChangeCall } from './change-call.js';

/** Ends a call that has not ended for so long that no report of its end will come. */
export class EndForgottenCall implements Work<DueRecord<CallId>> {
  // The queue may hold work of a release in which it ended calls that ring, and no others.
  readonly name = 'calls.end_ringing';
  readonly againAfterMs = 60_000;

  constructor(
    private readonly calls: Calls,
    private readonly changing: ChangeCall,
    private readonly unitOfWork: UnitOfWork,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  async run({ shop, id }: DueRecord<CallId>): Promise<boolean> {
    const known = await this.calls.find(shop, id);
    if (!known || !isLive(known.status)) return true;
    await this.unitOfWork.run(() => this.end(shop, known));
    const call = await this.calls.find(shop, id);
    return !call || !isLive(call.status);
  }

  private async end(shop: ShopId, { id, providerId }: ShownCall): Promise<void> {
    // A report that comes at the same moment waits: it relies on a status that nothing else changes meanwhile.
    const reported = providerId === null ? null : await this.calls.reported(providerId);
    if (reported?.call.id === id) return this.changing.execute(reported, endForgotten);
    await this.calls.change(shop, id, (before) =>
      this.announcer.announce(callEvents, before, endForgotten(before, this.clock.now()), NO_CAUSE),
    );
  }
}
