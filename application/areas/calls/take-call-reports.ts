import { applyProgress } from '../../../domain/calls/call-progress.js';
import type { Call } from '../../../domain/calls/call.js';
import type { CallId, ShopId } from '../../../domain/shared/id.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { AddCallPart } from './add-call-part.js';
import type { BeginCall } from './begin-call.js';
import { CallReports, type PartReport, type StateReport } from './call-reports.js';
import type { Calls, KeptReports, ReportedCall } from './calls.js';
import type { ChangeCall } from './change-call.js';

/** The parts that were kept for a new call. */
interface KeptParts {
  readonly facts: Pick<Call, 'forwardedTo' | 'voicemailLeft'>;
  /** adds them, after the call is stored */
  addTo(call: Call): Promise<void>;
}

/** Adds the parts of calls that a provider reports. Parts of a call that the service does not know yet are kept for it. */
export class CallParts {
  constructor(
    private readonly addPart: AddCallPart,
    private readonly kept: KeptReports,
    private readonly clock: Clock,
  ) {}

  /** @param known null: no report about the call's state has come yet */
  async add(known: ReportedCall | null, given: PartReport): Promise<void> {
    const now = this.clock.now();
    const report = given.part === 'answer' ? { ...given, at: given.at ?? now } : given;
    await (known ? this.addPart.execute(known, report) : this.kept.keep(report, now));
  }

  /** Takes the parts out that were kept for a new call, with what they say about it. @param providerId the provider's id of the call */
  async takeKept(shop: ShopId, providerId: string): Promise<KeptParts> {
    const parts = await this.kept.take(providerId);
    return { facts: await this.addPart.factsOf(shop, parts), addTo: (call) => this.addAll({ shop, call }, parts) };
  }

  private async addAll(known: ReportedCall, parts: readonly PartReport[]): Promise<void> {
    for (const part of parts) await this.addPart.execute(known, part);
  }
}

/** Reports about one call follow one another, so the first one makes the call, and none is lost between two that come at once. */
export class TakeCallReports extends CallReports {
  constructor(
    private readonly calls: Calls,
    private readonly begin: BeginCall,
    private readonly changing: ChangeCall,
    private readonly parts: CallParts,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  override state(report: StateReport): Promise<CallId | null> {
    const progress = { ...report, at: report.at ?? this.clock.now() };
    return this.unitOfWork.run(async () => {
      const known = await this.calls.reported(report.call);
      if (!known) return this.begin.execute(report, progress);
      await this.changing.execute(known, (call, now) => applyProgress(call, progress, now));
      return known.call.id;
    });
  }

  override part(report: PartReport): Promise<CallId | null> {
    return this.unitOfWork.run(async () => {
      const known = await this.calls.reported(report.call);
      await this.parts.add(known, report);
      return known?.call.id ?? null;
    });
  }
}
