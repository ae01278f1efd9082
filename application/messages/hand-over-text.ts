import { loseSight, giveUp, report, tryAgain } from '../../domain/messages/sending.js';
import type { ThreadMessage } from '../../domain/messages/message.js';
import type { Shop } from '../../domain/access/shop.js';
import { unchanged, type Decision } from '../../domain/shared/events.js';
import type { MessageId, ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { E164 } from '../../domain/shared/phone.js';
import type { Sender as ChosenSender } from '../../domain/texting/choose-line.js';
import type { TextingReason } from '../../domain/texting/may-text.js';
import type { Shops } from '../access/shops.js';
import type { Conversations } from '../conversations/conversations.js';
import type { Announcer } from '../events/announcer.js';
import { NO_CAUSE } from '../events/cause.js';
import type { Work } from '../events/work.js';
import type { TextingBlocks } from '../opt-outs/texting-blocks.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { TextingRules } from '../texting/texting-rules.js';
import { problemOf, type HandOver, type Sender } from './hand-over.js';
import { messageEvents } from './message.events.js';
import type { Messages } from './messages.js';
import type { StatusCallbacks } from './status-callbacks.js';
import type { TextProvider } from './text-provider.js';

type SendingDecision = Decision<ThreadMessage, 'message.sent' | 'message.delivered' | 'message.failed'>;
type Decide = (text: ThreadMessage, now: Instant) => SendingDecision;

interface DueText {
  readonly shop: ShopId;
  readonly id: MessageId;
}

/** Hands a queued text to the provider, at most once, after it has asked the rules of texting again. */
export class HandOverText implements Work<DueText> {
  readonly name = 'messages.hand_over';
  readonly waits = true;
  readonly againAfterMs = 1_000;

  constructor(
    private readonly messages: Messages,
    private readonly conversations: Conversations,
    private readonly shops: Shops,
    private readonly rules: TextingRules,
    private readonly provider: TextProvider,
    private readonly callbacks: StatusCallbacks,
    private readonly blocks: TextingBlocks,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  keyOf({ shop, id }: DueText): string {
    return `${shop}:${id}`;
  }

  async run({ shop: shopId, id }: DueText): Promise<boolean> {
    const [shop, message] = await Promise.all([this.shops.find(shopId), this.messages.find(shopId, id)]);
    if (!shop || !message) return true;
    // An earlier run of this work has taken the text and was cut off, so nobody knows if the provider has it.
    if (message.status === 'sending') await this.settle(shopId, id, loseSight);
    if (message.status === 'queued') await this.handOver(shop, message);
    return true;
  }

  private async handOver(shop: Shop, message: ThreadMessage): Promise<void> {
    const { sender, refusal } = await this.judge(shop, message);
    if (sender) await this.handOverAllowed(shop.id, message.id, sender);
    else await this.settle(shop.id, message.id, (text, now) => endQueued(text, refusal, now));
  }

  /** Hands over a queued text that the rules have just allowed, through the sender that they chose. */
  async handOverAllowed(shop: ShopId, id: MessageId, sender: ChosenSender): Promise<void> {
    const claimed = await this.messages.claim(shop, id);
    // The claim finds a block that came after the judgement.
    if (!claimed) return this.settle(shop, id, (text, now) => endQueued(text, 'opted_out', now));
    const { to, body } = claimed;
    const outcome = await this.provider.handOver({
      ...{ shop, message: id, from: providerSender(sender), to: to ?? '', body: body ?? '' },
      statusCallback: this.callbacks.of(shop, id),
    });
    await this.settle(shop, id, (text, now) => afterHandOver(text, outcome, now));
    await this.heed(shop, claimed, outcome);
  }

  private async judge(shop: Shop, { body, to, from, createdAt, conversationId, keywordAnswer }: ThreadMessage): Promise<Verdict> {
    const thread = await this.conversations.find(shop.id, conversationId);
    const { decision, line } = await this.rules.judge(shop, {
      ...{ moment: 'hand-over', body, from, dueAt: createdAt, lastLine: thread?.line ?? null },
      phone: to as E164 | null, // safe: the service writes only such texts to numbers, and imported texts are never queued
    });
    const reasons = keywordAnswer ? decision.reasons.filter((reason) => BINDS_ANSWERS.has(reason)) : decision.reasons;
    const [refusal] = reasons;
    if (refusal !== undefined || !line.sender) return { sender: null, refusal: refusal ?? 'no_sender' };
    return { sender: line.sender, refusal: null };
  }

  /** Does what an outcome asks for besides the message itself. */
  private async heed(shop: ShopId, { id, to }: ThreadMessage, outcome: HandOver): Promise<void> {
    if (outcome.outcome === 'refused' && outcome.optedOut && to !== null)
      await this.blocks.block(shop, { number: to as E164, source: 'provider' }, NO_CAUSE); // safe: see `judge`
    if (outcome.outcome === 'unknown' || outcome.outcome === 'not_sent')
      this.log.warn('a text was not taken by the provider', { message: id, outcome: outcome.outcome, reason: outcome.reason });
  }

  private async settle(shop: ShopId, id: MessageId, decide: Decide): Promise<void> {
    await this.messages.change(shop, id, (text) =>
      this.announcer.announce(messageEvents, text, decide(text, this.clock.now()), NO_CAUSE),
    );
  }
}

type Verdict =
  { readonly sender: ChosenSender; readonly refusal: null } | { readonly sender: null; readonly refusal: TextingReason };

/** The rules that also bind answers to keywords. */
const BINDS_ANSWERS: ReadonlySet<TextingReason> = new Set<TextingReason>(['no_sender', 'account_suspended', 'too_late']);

/** Ends a text that still waits. A text that another run has taken stays as it is. */
function endQueued(text: ThreadMessage, reason: TextingReason, now: Instant): SendingDecision {
  return text.status === 'queued' ? giveUp(text, reason, now) : unchanged(text);
}

function afterHandOver(text: ThreadMessage, outcome: HandOver, now: Instant): SendingDecision {
  switch (outcome.outcome) {
    case 'accepted':
      return report(text, { ...outcome, error: null }, now);
    case 'refused':
      return report(text, { status: 'failed', providerId: null, segments: null, error: problemOf(outcome) }, now);
    case 'not_sent':
      return tryAgain(text, outcome.retryAfterMs, now);
    case 'unknown':
      return loseSight(text, now);
  }
}

function providerSender(sender: ChosenSender): Sender {
  return sender.kind === 'line' ? { line: sender.line.number } : { messagingService: sender.service };
}
