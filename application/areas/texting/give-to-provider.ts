import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Sender } from '../../../domain/texting/choose-line.js';
import type { ThreadMessage } from '../../../domain/texting/message.js';
import {
  endQueued,
  keepQueuedWaiting,
  keepWaiting,
  loseSight,
  report,
  tryAgain,
  type SendingDecision,
} from '../../../domain/texting/sending.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Log } from '../../kernel/ports/ports.js';
import type { Outgoing, Passage } from '../outgoing/outgoing.js';
import { MessageKnown } from '../inbox/conversations.js';
import { problemOf, type HandOver, type ProviderSender } from './hand-over-text.js';
import type { HourlyRoom, Messages, TextClaim } from './messages.js';
import type { SettleMessage } from './settle-message.js';
import type { StatusCallbacks, TextProvider } from './text-provider.js';
import type { TextingBlocks } from './texting-blocks.js';

/** What the rules allow a text. */
export interface Permit {
  readonly sender: Sender;
  /** null: neither blocks nor the hourly limit bind the text, because it is the answer to a keyword */
  readonly room: HourlyRoom | null;
}

/** Gives a queued text that the rules have just allowed to the provider, at most once, and does what the outcome asks for. */
export class GiveToProvider {
  constructor(
    private readonly messages: Messages,
    private readonly provider: TextProvider,
    private readonly callbacks: StatusCallbacks,
    private readonly blocks: TextingBlocks,
    private readonly settle: SettleMessage,
    private readonly outgoing: Outgoing,
    private readonly log: Log,
  ) {}

  /** @returns the text afterwards; null: other work takes care of it, or it is gone */
  async execute(shop: ShopId, id: MessageId, { sender, room }: Permit): Promise<ThreadMessage | null> {
    const passage = await this.outgoing.admit('texts', shop);
    if (!passage) return this.settle.execute(shop, id, keepQueuedWaiting);
    const { claimed, refusal } = await this.claim(shop, id, room);
    if (!claimed) {
      // The claim finds what came after the judgement: a block, or other texts that have used up the limit.
      return refusal && this.settle.execute(shop, id, (text, now) => endQueued(text, refusal, now));
    }
    const { to, body } = claimed;
    const outcome = await this.provider.handOver({
      shop,
      message: id,
      from: providerSender(sender),
      to: to ?? '',
      body: body ?? '',
      statusCallback: this.callbacks.of(shop, id),
    });
    // The pause comes first, so that the text does not leave again at once.
    await this.heedAccount(outcome, passage);
    const settled = await this.settleOnce(shop, id, outcome);
    await this.heed(shop, claimed, outcome);
    return settled;
  }

  /** An id of the provider that another message has already cannot be this text's, so the text is settled without it. */
  private async settleOnce(shop: ShopId, id: MessageId, outcome: HandOver): Promise<ThreadMessage | null> {
    try {
      return await this.settle.execute(shop, id, (text, now) => afterHandOver(text, outcome, now));
    } catch (error) {
      if (!(error instanceof MessageKnown)) throw error;
      this.log.warn('the provider gave a text the id of another one', { message: id });
      const unnamed = outcome.outcome === 'accepted' ? { ...outcome, providerId: null } : outcome;
      return this.settle.execute(shop, id, (text, now) => afterHandOver(text, unnamed, now));
    }
  }

  private async claim(shop: ShopId, id: MessageId, room: HourlyRoom | null): Promise<TextClaim> {
    if (room) return this.messages.claimText(shop, id, room);
    return { claimed: await this.messages.claim(shop, id), refusal: null };
  }

  /** Notes what an answer of the provider says about the account. */
  private async heedAccount(outcome: HandOver, passage: Passage): Promise<void> {
    if (outcome.outcome === 'refused' && outcome.ofAccount) await this.outgoing.refused('texts', outcome);
    else if (outcome.outcome === 'refused' || outcome.outcome === 'accepted') await this.outgoing.accepted(passage);
  }

  /** Does what an outcome asks for besides the message itself. */
  private async heed(shop: ShopId, { id, to }: ThreadMessage, outcome: HandOver): Promise<void> {
    if (outcome.outcome === 'refused' && outcome.optedOut && to !== null)
      await this.blocks.block(shop, { number: to as E164, source: 'provider' }, NO_CAUSE); // safe: texts go to numbers
    if (outcome.outcome === 'unknown' || outcome.outcome === 'not_sent')
      this.log.warn('a text was not taken by the provider', { message: id, outcome: outcome.outcome, reason: outcome.reason });
  }
}

/** `providerId` null: the provider has the text, but gave it no id of its own. */
type Outcome = HandOver | (Omit<Extract<HandOver, { outcome: 'accepted' }>, 'providerId'> & { readonly providerId: null });

function afterHandOver(text: ThreadMessage, outcome: Outcome, now: Instant): SendingDecision {
  switch (outcome.outcome) {
    case 'accepted':
      return report(text, { ...outcome, error: null }, now);
    case 'refused':
      if (outcome.ofAccount) return keepWaiting(text, now);
      return report(text, { status: 'failed', providerId: null, segments: null, error: problemOf(outcome) }, now);
    case 'not_sent':
      return tryAgain(text, outcome.retryAfterMs, now);
    case 'unknown':
      return loseSight(text, now);
  }
}

function providerSender(sender: Sender): ProviderSender {
  return sender.kind === 'line' ? { line: sender.line.number } : { messagingService: sender.service };
}
