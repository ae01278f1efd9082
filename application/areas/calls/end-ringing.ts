import { endRinging } from '../../../domain/calls/call-progress.js';
import type { CallId } from '../../../domain/shared/id.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { UnitOfWork } from '../../kernel/ports/unit-of-work.js';
import { callEvents } from './call.events.js';
import type { Calls } from './calls.js';

/** Ends a call that has rung for so long that no report of its end will come. */
export class EndRinging implements Work<DueRecord<CallId>> {
  readonly name = 'calls.end_ringing';
  readonly againAfterMs = 60_000;

  constructor(
    private readonly calls: Calls,
    private readonly unitOfWork: UnitOfWork,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  async run({ shop, id }: DueRecord<CallId>): Promise<boolean> {
    const known = await this.calls.find(shop, id);
    if (known?.status !== 'ringing') return true;
    const call = await this.unitOfWork.run(async () => {
      // A report that comes at the same moment waits: it relies on a status that nothing else changes meanwhile.
      if (known.providerId !== null) await this.calls.reported(known.providerId);
      return this.calls.change(shop, id, (before) =>
        this.announcer.announce(callEvents, before, endRinging(before, this.clock.now()), NO_CAUSE),
      );
    });
    return call?.status !== 'ringing';
  }
}
