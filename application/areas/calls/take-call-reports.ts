import type { CallId } from '../../../domain/shared/id.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { UnitOfWork } from '../../kernel/ports/unit-of-work.js';
import type { BeginCall } from './begin-call.js';
import type { CallParts } from './call-parts.js';
import { CallReports, type PartReport, type StateReport } from './call-reports.js';
import type { Calls } from './calls.js';
import type { ProgressCall } from './progress-call.js';

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
