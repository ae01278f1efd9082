import type { Call } from '../../../domain/calls/call.js';
import type { Decision } from '../../../domain/shared/events.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { CallThreads } from '../inbox/call-threads.js';
import { callEvents, type CallEvent } from './call.view.js';
import type { Calls, ReportedCall } from './calls.js';

/** Changes a call that `Calls.reported` has found, and its thread if the call is missed or completed by that. */
export class ChangeCall {
  constructor(
    private readonly calls: Calls,
    private readonly threads: CallThreads,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  async execute({ shop, call }: ReportedCall, decide: (call: Call, now: Instant) => Decision<Call, CallEvent>): Promise<void> {
    const { conversationId: thread } = call;
    // Threads are written before calls everywhere, so that two units of work never wait for each other.
    if (thread !== null) await this.threads.follow(shop, thread, call, decide(call, this.clock.now()).next);
    await this.calls.change(shop, call.id, (before) =>
      this.announcer.announce(callEvents, before, decide(before, this.clock.now()), NO_CAUSE),
    );
  }
}
