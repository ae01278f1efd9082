import { setTimeout as sleep } from 'node:timers/promises';
import {
  PROVIDER_ANSWER_MS,
  type HandOver,
  type OutboundText,
  type ProviderSender,
} from '../../../application/areas/texting/hand-over-text.js';
import type { InboundText } from '../../../application/areas/texting/provider-events.js';
import type {
  SandboxEntry,
  SandboxFollowUp,
  SandboxOutbox,
  SandboxStatus,
} from '../../../application/areas/texting/sandbox-outbox.js';
import { TextProvider } from '../../../application/areas/texting/text-provider.js';
import type { Clock, Ids } from '../../../application/kernel/ports/ports.js';
import { OUTCOME_UNKNOWN, Unavailable } from '../../../domain/shared/errors.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { refusalOf } from '../provider-refusals.js';
import { playOf, type Play } from './sandbox-recipients.js';

/** The pause that the sandbox asks for when it turns a text away. */
const RETRY_AFTER_MS = 1_000;

/**
 * Keeps texts in the sandbox's outbox and sends nothing. Some numbers misbehave as a real provider may (`played-numbers.ts`).
 * Receipts and replies come later, from `SandboxRecipients`.
 */
export class SandboxTextProvider extends TextProvider {
  override readonly answersKeywords = false;

  constructor(
    private readonly outbox: SandboxOutbox,
    private readonly ids: Ids,
    private readonly clock: Clock,
    /** how long a hand-over without an answer takes, in milliseconds */
    private readonly silenceMs = PROVIDER_ANSWER_MS,
  ) {
    super();
  }

  override async handOver(text: OutboundText): Promise<HandOver> {
    const play = playOf(text.to);
    let begun = false;
    try {
      if (play.turnedAway > 0 && (await this.outbox.timesTurnedAway(text.shop, text.message)) < play.turnedAway) {
        await this.keep(text, 'rate_limited', null);
        return { outcome: 'not_sent', retryAfterMs: RETRY_AFTER_MS, reason: 'the provider answered 429' };
      }
      begun = true;
      return await this.answer(text, play);
    } catch (error) {
      const reason = `the sandbox cannot use the database: ${String(error)}`;
      return begun && mayBeStored(error) ? { outcome: 'unknown', reason } : { outcome: 'not_sent', retryAfterMs: null, reason };
    }
  }

  /** The sandbox loses no inbound text: a reply waits in the outbox until the service takes it. */
  override receivedSince(): Promise<readonly InboundText[]> {
    return Promise.resolve([]);
  }

  private async answer(text: OutboundText, play: Play): Promise<HandOver> {
    switch (play.answer) {
      case 'refused': {
        await this.keep(text, 'failed', null);
        return { outcome: 'refused', ...refusalOf(play.code ?? '') };
      }
      case 'none': {
        await this.keep(text, 'unanswered', play, this.silenceMs);
        await sleep(this.silenceMs);
        return { outcome: 'unknown', reason: 'the provider gave no answer' };
      }
      case 'accepted': {
        const providerId = await this.keep(text, 'sent', play);
        return { outcome: 'accepted', providerId, status: 'sent', segments: null };
      }
    }
  }

  /** @param answeredMs how long after the hand-over the service hears of it; what follows is later by this time */
  private async keep(text: OutboundText, status: SandboxStatus, play: Play | null, answeredMs = 0): Promise<string> {
    const now = this.clock.now();
    const entry: SandboxEntry = {
      id: this.ids.next(),
      message: text.message,
      channel: 'sms',
      from: senderOf(text.from),
      to: text.to,
      subject: null,
      body: text.body,
      status,
      handedOverAt: now,
    };
    await this.outbox.add(text.shop, { ...entry, ...followUpOf(play, later(now, answeredMs)) });
    return entry.id;
  }
}

function senderOf(from: ProviderSender): string {
  return 'line' in from ? from.line : from.messagingService;
}

function followUpOf(play: Play | null, from: Instant): SandboxFollowUp {
  const { receipt, reply } = play ?? { receipt: null, reply: null };
  const times = [receipt, reply].flatMap((one) => (one ? [later(from, one.afterMs)] : []));
  return {
    receiptStatus: receipt?.status ?? null,
    receiptCode: receipt?.code ?? null,
    receiptDueAt: receipt && later(from, receipt.afterMs),
    replyBody: reply?.body ?? null,
    replyDueAt: reply && later(from, reply.afterMs),
    dueAt: times.toSorted()[0] ?? null,
  };
}

/** True when the entry may be stored although an error came: the service then does not know whether the text was handed over. */
function mayBeStored(error: unknown): boolean {
  return !(error instanceof Unavailable) || error.message.endsWith(OUTCOME_UNKNOWN);
}
