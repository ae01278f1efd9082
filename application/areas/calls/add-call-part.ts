import { FORWARDED_TO, forwarded, leaveVoicemail, type ForwardedTo } from '../../../domain/calls/call-progress.js';
import { answered, transcribed, type Answer, type Call } from '../../../domain/calls/call.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { ExpectMedia } from '../media/expect-media.js';
import type { PhoneNumbers } from '../phone-numbers/phone-numbers.js';
import type { Staff } from '../staff/staff.js';
import type { AnswerReport, PartReport, SoundReport } from './call-reports.js';
import type { ReportedCall } from './calls.js';
import type { ChangeCall } from './change-call.js';

/** Adds what a provider reports about a part of a call. */
export class AddCallPart {
  constructor(
    private readonly changing: ChangeCall,
    private readonly staff: Staff,
    private readonly lines: PhoneNumbers,
    private readonly media: ExpectMedia,
    private readonly clock: Clock,
  ) {}

  async execute(known: ReportedCall, report: PartReport): Promise<void> {
    switch (report.part) {
      case 'answer': {
        const answer = await this.answerOf(known.shop, report);
        return this.changing.execute(known, (call, now) => answered(call, answer, now));
      }
      case 'unanswered':
        return this.changing.execute(known, (call, now) => forwarded(call, 'nobody', now));
      case 'sound':
        return this.expectSound(known, report);
      case 'transcript':
        return this.changing.execute(known, (call, now) => transcribed(call, report, now));
    }
  }

  /** What parts say about a new call, so that it is stored with the status that it has by them. */
  async factsOf(shop: ShopId, parts: readonly PartReport[]): Promise<Pick<Call, 'forwardedTo' | 'voicemailLeft'>> {
    const reached = new Set<ForwardedTo>();
    for (const part of parts) {
      if (part.part === 'unanswered') reached.add('nobody');
      if (part.part === 'answer') reached.add((await this.answerOf(shop, part)).to);
    }
    return {
      forwardedTo: FORWARDED_TO.findLast((to) => reached.has(to)) ?? null,
      voicemailLeft: parts.some((part) => part.part === 'sound' && part.kind === 'voicemail'),
    };
  }

  private async expectSound(known: ReportedCall, { kind, source, id: providerId, durationSeconds }: SoundReport): Promise<void> {
    await this.media.expect(known.shop, [{ callId: known.call.id, kind, source, providerId, durationSeconds }]);
    if (kind === 'voicemail') await this.changing.execute(known, leaveVoicemail);
  }

  /** A call that somebody else than a teammate answers names nobody. */
  private async answerOf(shop: ShopId, { to, at }: AnswerReport): Promise<Answer> {
    const { items: staff } = await this.staff.roster(shop);
    const { items: lines } = await this.lines.list(shop);
    const teammate = staff.find(({ active, phone }) => active && phone === to);
    const isOfShop = teammate !== undefined || lines.some(({ number }) => number === to);
    return { to: isOfShop ? 'shop' : 'somebody', name: teammate?.name ?? null, at: at ?? this.clock.now() };
  }
}
