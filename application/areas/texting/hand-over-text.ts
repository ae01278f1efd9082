import type { Shop } from '../../../domain/access/shop.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { TextingReason } from '../../../domain/texting/may-text.js';
import type { MessageStatus, ThreadMessage } from '../../../domain/texting/message.js';
import { endQueued, keepQueuedWaiting, loseSight } from '../../../domain/texting/sending.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Shops } from '../access/shops.js';
import type { Conversations } from '../inbox/conversations.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import type { GiveToProvider, Permit } from './give-to-provider.js';
import type { Messages } from './messages.js';
import type { SettleMessage } from './settle-message.js';
import type { TextingRules } from './texting-rules.js';

/** The sender of a text: a line of the shop, or its messaging service at the provider, which then chooses the line. */
export type ProviderSender = { readonly line: E164 } | { readonly messagingService: string };

/** A text that the service hands to its provider. */
export interface OutboundText {
  readonly shop: ShopId;
  readonly message: MessageId;
  readonly from: ProviderSender;
  /** E.164, or the text that an import brought as a number */
  readonly to: string;
  readonly body: string;
  /** the address to which the provider reports about this text; null: it reports to no address */
  readonly statusCallback: string | null;
}

/**
 * The status that the provider reports for a text. `sent`: the provider has taken the text, and is sending it or has sent it. The
 * service has no finer word for that: `queued` and `sending` say that a text was not handed over yet.
 */
export type ReportedStatus = Extract<MessageStatus, 'sent' | 'delivered' | 'undelivered' | 'failed'>;

/** The reason why a text was not delivered. */
export interface ProviderRefusal {
  /** the provider's code, such as `21211`; `http_404` when the provider gave only an HTTP status */
  readonly code: string;
  /** one plain sentence for people */
  readonly sentence: string;
  /** true: the recipient stands on the provider's own opt-out list */
  readonly optedOut: boolean;
  /** true: the provider refuses the whole account, whatever text it is */
  readonly ofAccount: boolean;
}

/** The refusal as the `error` of a message. */
export function problemOf({ code, sentence }: Pick<ProviderRefusal, 'code' | 'sentence'>): string {
  return `${code}: ${sentence}`;
}

/**
 * The result of handing a text over.
 * `accepted`: the provider has the text. `segments` is null until the provider has counted them.
 * `refused`: the provider read the text and will not send it. Another try has the same result, unless it refuses the account.
 * `not_sent`: the provider certainly has nothing of the text, so another try is safe. `retryAfterMs` is the pause that the
 * provider asks for; null: it names none.
 * `unknown`: the text may have reached the provider, so another try could send it twice. Only a receipt settles it.
 * Reasons are for the log, and contain neither numbers nor bodies.
 */
export type HandOver =
  | {
      readonly outcome: 'accepted';
      readonly providerId: string;
      readonly status: ReportedStatus;
      readonly segments: number | null;
    }
  | ({ readonly outcome: 'refused' } & ProviderRefusal)
  | { readonly outcome: 'not_sent'; readonly retryAfterMs: number | null; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/**
 * The milliseconds that a provider has for its complete answer. A stop of the service waits 5 s for hand-overs in flight, so each
 * must end before.
 */
export const PROVIDER_ANSWER_MS = 4_000;

/**
 * The texts of one shop that are handed over at once by one run. A kill can leave so many of each run `unconfirmed`, and what a text
 * stores costs less the more there are.
 */
export const TEXTS_TOGETHER = 16;

/** What the rules allow a text, or the reason why it is not sent. */
type Verdict = { readonly permit: Permit; readonly refusal: null } | { readonly permit: null; readonly refusal: TextingReason };

/** The rules that also bind answers to keywords. */
const BINDS_ANSWERS: ReadonlySet<TextingReason> = new Set<TextingReason>(['no_sender', 'account_suspended', 'too_late']);

/** Asks the rules of texting about a queued text again, because much may have changed since it was accepted. */
export class JudgeQueuedText {
  constructor(
    private readonly conversations: Conversations,
    private readonly rules: TextingRules,
  ) {}

  async execute(shop: Shop, { body, to, from, createdAt, conversationId, keywordAnswer }: ThreadMessage): Promise<Verdict> {
    const thread = await this.conversations.find(shop.id, conversationId);
    const { decision, line, room } = await this.rules.judge(shop, {
      moment: 'hand-over',
      body,
      from,
      dueAt: createdAt,
      lastLine: thread?.line ?? null,
      phone: to as E164 | null, // safe: the service writes only such texts to numbers, and imported texts are never queued
    });
    const reasons = keywordAnswer ? decision.reasons.filter((reason) => BINDS_ANSWERS.has(reason)) : decision.reasons;
    const [refusal] = reasons;
    if (refusal !== undefined || !line.sender) return { permit: null, refusal: refusal ?? 'no_sender' };
    return { permit: { sender: line.sender, room: keywordAnswer ? null : room }, refusal: null };
  }
}

/** Hands a queued text to the provider, at most once, after it has asked the rules of texting again. */
export class HandOverText implements Work<DueRecord<MessageId>> {
  readonly name = 'messages.hand_over';
  readonly together = TEXTS_TOGETHER;

  constructor(
    private readonly messages: Messages,
    private readonly shops: Shops,
    private readonly judge: JudgeQueuedText,
    private readonly give: GiveToProvider,
    private readonly settle: SettleMessage,
    private readonly outgoing: Outgoing,
  ) {}

  async run({ shop: shopId, id }: DueRecord<MessageId>): Promise<boolean> {
    const [shop, message] = await Promise.all([this.shops.find(shopId), this.messages.find(shopId, id)]);
    if (!shop || !message) return true;
    // An earlier run of this work has taken the text and was cut off, so nobody knows if the provider has it.
    if (message.status === 'sending') await this.settle.execute(shopId, id, loseSight);
    if (message.status !== 'queued') return true;
    // The rules are asked when the pause is over. While the account is refused, they end what is too late by now.
    if ((await this.outgoing.heldBy('texts', shopId)) === 'paused') {
      await this.settle.execute(shopId, id, keepQueuedWaiting);
      return true;
    }
    const { permit, refusal } = await this.judge.execute(shop, message);
    if (permit) await this.give.execute(shopId, id, permit);
    else await this.settle.execute(shopId, id, (text, now) => endQueued(text, refusal, now));
    return true;
  }
}
