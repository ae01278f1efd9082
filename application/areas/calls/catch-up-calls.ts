import { later, type Instant } from '../../../domain/shared/instant.js';
import type { Work } from '../../kernel/events/work.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import { beginningOf, type CaughtUp } from '../texting/caught-up.js';
import type { CallProvider, ListedReport } from './call-provider.js';
import type { CallReports } from './call-reports.js';

/** A call or a sound can appear in the provider's lists this long after the time that it has there. */
const MARGIN_MS = 10 * 60_000;
const SECOND_MS = 1_000;
/** One run takes in about this many reports, so that it does not hold a place of the background work for long. */
const MOST_AT_ONCE = 1_000;

type Taken = 'taken' | 'unknown' | 'failed';

/**
 * Takes in the calls and the sounds that the provider lists. So a call is not lost if the provider could not report it, because the
 * service was down or its address was wrong. The phone log recognises what it has, and moves no call back.
 */
export class CatchUpCalls implements Work {
  readonly name = 'calls.catch_up';
  readonly againAfterMs = 60_000;

  constructor(
    private readonly provider: CallProvider,
    private readonly reports: CallReports,
    private readonly caughtUp: CaughtUp,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The first run takes in the calls of the last minutes. A report that cannot be taken in does not keep the others out. */
  async run(): Promise<boolean> {
    const settled = later(this.clock.now(), -MARGIN_MS);
    const listed = await this.provider.reportsSince(await beginningOf(this.caughtUp, 'calls', settled));
    if (listed === null) return false;
    const last = listed[MOST_AT_ONCE - 1]?.at ?? null;
    // All reports of one second go together, because the next run begins with a whole second.
    const portion = last === null ? listed : listed.filter(({ at }) => at <= last);
    const taken = await this.takeAll(portion);
    if (taken.includes('failed')) return false;
    const isAll = portion.length === listed.length;
    await this.caughtUp.note('calls', isAll || last === null ? settled : earlier(later(last, SECOND_MS), settled));
    return isAll;
  }

  /** A call's parts go before its end, so that a call with voicemail is missed at once and not completed first. */
  private async takeAll(listed: readonly ListedReport[]): Promise<readonly Taken[]> {
    const parts = await this.takeEach(listed.filter(({ report }) => 'part' in report));
    const calls = await this.takeEach(listed.filter(({ report }) => !('part' in report)));
    const count = calls.filter((outcome) => outcome === 'unknown').length;
    if (count > 0) this.log.info('calls that the provider lists belong to no shop', { count });
    return [...parts, ...calls];
  }

  private async takeEach(listed: readonly ListedReport[]): Promise<readonly Taken[]> {
    const taken: Taken[] = [];
    for (const one of listed) taken.push(await this.take(one));
    return taken;
  }

  private async take({ report }: ListedReport): Promise<Taken> {
    try {
      const call = await ('part' in report ? this.reports.part(report) : this.reports.state(report));
      return call === null ? 'unknown' : 'taken';
    } catch (error) {
      this.log.warn('a call that the provider lists cannot be taken in', { providerId: report.call, error });
      return 'failed';
    }
  }
}

function earlier(one: Instant, other: Instant): Instant {
  return other < one ? other : one;
}
