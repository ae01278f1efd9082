import type { CallId, ShopId } from '../../../domain/shared/id.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { AddCallPart } from './add-call-part.js';
import type { BeginCall } from './begin-call.js';
import { CallReports, type PartReport, type StateReport } from './call-reports.js';
import type { Calls, KeptReports, ReportedCall } from './calls.js';
import type { ProgressCall } from './progress-call.js';

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
    await (known ? this.addPart.execute(known.shop, known.call.id, report) : this.kept.keep(report, now));
  }

  /** Adds the parts that were kept for a call. @param providerId the provider's id of the call */
  async addKept(shop: ShopId, call: CallId, providerId: string): Promise<void> {
    for (const part of await this.kept.take(providerId)) await this.addPart.execute(shop, call, part);
  }
}

/** Reports about one call follow one another, so the first one makes the call, and none is lost between two that come at once. */
export class TakeCallReports extends CallReports {
  constructor(
    private readonly calls: Calls,
    private readonly begin: BeginCall,
    private readonly progress: ProgressCall,
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
      await this.progress.execute(known, progress);
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
