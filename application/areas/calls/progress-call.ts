import { applyProgress, missedAt, type Progress } from '../../../domain/calls/call-progress.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { CallThreads } from '../conversations/call-threads.js';
import { callEvents } from './call.events.js';
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
