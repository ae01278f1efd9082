import { answeredBy, transcribed, type Call } from '../../../domain/calls/call.js';
import type { Decision } from '../../../domain/shared/events.js';
import type { CallId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { ExpectMedia } from '../media/expect-media.js';
import type { Staff } from '../staff/staff.js';
import type { AnswerReport, PartReport } from './call-reports.js';
import { callEvents } from './call.view.js';
import type { Calls } from './calls.js';

/** Adds what a provider reports about a part of a call. */
export class AddCallPart {
  constructor(
    private readonly calls: Calls,
    private readonly staff: Staff,
    private readonly media: ExpectMedia,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  async execute(shop: ShopId, call: CallId, report: PartReport): Promise<void> {
    switch (report.part) {
      case 'answer':
        return this.nameAnswerer(shop, call, report);
      case 'sound': {
        const { kind, source, id: providerId, durationSeconds } = report;
        return this.media.expect(shop, [{ callId: call, kind, source, providerId, durationSeconds }]);
      }
      case 'transcript':
        return this.change(shop, call, (before, now) => transcribed(before, report, now));
    }
  }

  /** A call that somebody else than a teammate answers names nobody. */
  private async nameAnswerer(shop: ShopId, call: CallId, { to, at }: AnswerReport): Promise<void> {
    const { items } = await this.staff.roster(shop);
    const teammate = items.find(({ active, phone }) => active && phone === to);
    if (teammate) await this.change(shop, call, (before, now) => answeredBy(before, teammate.name, at ?? now, now));
  }

  private async change(
    shop: ShopId,
    id: CallId,
    decide: (call: Call, now: Instant) => Decision<Call, 'call.transcribed'>,
  ): Promise<void> {
    await this.calls.change(shop, id, (before) =>
      this.announcer.announce(callEvents, before, decide(before, this.clock.now()), NO_CAUSE),
    );
  }
}
