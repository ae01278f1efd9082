import type { CallId, ShopId } from '../../../domain/shared/id.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { AddCallPart } from './add-call-part.js';
import type { PartReport } from './call-reports.js';
import type { ReportedCall } from './calls.js';
import type { KeptReports } from './kept-reports.js';

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
