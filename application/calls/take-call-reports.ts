import { applyProgress, missedAt, type Progress } from '../../domain/calls/call-progress.js';
import type { Call } from '../../domain/calls/call.js';
import type { CallId, ShopId } from '../../domain/shared/id.js';
import type { CallThreads } from '../conversations/call-threads.js';
import type { Announcer } from '../events/announcer.js';
import { NO_CAUSE } from '../events/cause.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import type { AddCallPart } from './add-call-part.js';
import type { BeginCall } from './begin-call.js';
import { callEvents } from './call.events.js';
import { CallReports, type PartReport, type StateReport } from './call-reports.js';
import type { Calls, ReportedCall } from './calls.js';
import type { KeptReports } from './kept-reports.js';

/** Reports about one call take turns, so the first one makes the call, and none is lost between two that come at once. */
export class TakeCallReports extends CallReports {
  constructor(
    private readonly calls: Calls,
    private readonly beginCall: BeginCall,
    private readonly addPart: AddCallPart,
    private readonly threads: CallThreads,
    private readonly kept: KeptReports,
    private readonly unitOfWork: UnitOfWork,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {
    super();
  }

  override state(report: StateReport): Promise<CallId | null> {
    const progress: Progress = { ...report, at: report.at ?? this.clock.now() };
    return this.inTurn(report.call, async (known) => {
      if (!known) return this.beginCall.execute(report, progress);
      await this.apply(known.shop, known.call, progress);
      return known.call.id;
    });
  }

  override part(given: PartReport): Promise<CallId | null> {
    const report = given.part === 'answer' ? { ...given, at: given.at ?? this.clock.now() } : given;
    return this.inTurn(report.call, async (known) => {
      if (known) await this.addPart.execute(known.shop, known.call.id, report);
      else await this.kept.keep(report, this.clock.now());
      return known?.call.id ?? null;
    });
  }

  private inTurn<T>(providerId: string, work: (known: ReportedCall | null) => Promise<T>): Promise<T> {
    return this.unitOfWork.run(async () => work(await this.calls.reported(providerId)));
  }

  private async apply(shop: ShopId, call: Call, progress: Progress): Promise<void> {
    const { next } = applyProgress(call, progress, this.clock.now());
    const missed = call.status === 'missed' ? null : missedAt(next);
    // Threads are written before calls everywhere, so that two units of work never wait for each other.
    if (missed !== null && next.conversationId !== null) await this.threads.addMissed(shop, next.conversationId, missed);
    await this.calls.change(shop, call.id, (before) => {
      const decision = applyProgress(before, progress, this.clock.now());
      return this.announcer.announce(callEvents, before, decision, NO_CAUSE);
    });
  }
}
