import { applyProgress, endRinging, missedAt, type Progress } from '../../../domain/calls/call-progress.js';
import type { CallId } from '../../../domain/shared/id.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { CallThreads } from '../inbox/call-threads.js';
import { callEvents } from './call.view.js';
import type { Calls, ReportedCall } from './calls.js';

/** Moves a call that the service knows to the state that a report tells of. A call that is missed now moves its thread, too. */
export class ProgressCall {
  constructor(
    private readonly calls: Calls,
    private readonly threads: CallThreads,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  async execute({ shop, call }: ReportedCall, progress: Progress): Promise<void> {
    const { next } = applyProgress(call, progress, this.clock.now());
    const missed = call.status === 'missed' ? null : missedAt(next);
    // Threads are written before calls everywhere, so that two units of work never wait for each other.
    if (missed !== null && next.conversationId !== null) await this.threads.addMissed(shop, next.conversationId, missed);
    await this.calls.change(shop, call.id, (before) =>
      this.announcer.announce(callEvents, before, applyProgress(before, progress, this.clock.now()), NO_CAUSE),
    );
  }
}

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
