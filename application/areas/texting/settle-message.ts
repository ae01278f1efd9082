import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { isWaiting, type MessageStatus, type ThreadMessage } from '../../../domain/texting/message.js';
import { report, type Report, type SendingDecision } from '../../../domain/texting/sending.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/ports.js';
import { MessageKnown } from '../inbox/conversations.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import { problemOf } from './hand-over-text.js';
import { messageEvents } from './message.view.js';
import type { Messages } from './messages.js';
import type { Receipt } from './provider-events.js';
import type { TextOutcomes } from './text-outcomes.js';
import type { TextingBlocks } from './texting-blocks.js';

/** Stores what has become of a message of the shop, and announces it. */
export class SettleMessage {
  constructor(
    private readonly messages: Messages,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
    private readonly outcomes: TextOutcomes,
  ) {}

  /** Null: the shop has no such message. */
  async execute(
    shop: ShopId,
    id: MessageId,
    decide: (message: ThreadMessage, now: Instant) => SendingDecision,
  ): Promise<ThreadMessage | null> {
    const seen: { status?: MessageStatus } = {};
    const settled = await this.messages.change(shop, id, (message) => {
      seen.status = message.status;
      return this.announcer.announce(messageEvents, message, decide(message, this.clock.now()), NO_CAUSE);
    });
    if (settled && settled.status !== seen.status && !isWaiting(settled.status))
      this.outcomes.tell(settled.status, settled.error);
    return settled;
  }
}

/** Notes what the provider reports about a text after it was handed over. */
export class NoteReceipt {
  constructor(
    private readonly settle: SettleMessage,
    private readonly blocks: TextingBlocks,
    private readonly outgoing: Outgoing,
  ) {}

  /** Returns the message; null: the text is not the service's own. */
  async execute({ shop, message: id, providerId, status, refusal }: Receipt): Promise<MessageId | null> {
    if (shop === null || id === null) return null;
    const told = { status, providerId, segments: null, error: refusal && problemOf(refusal) };
    const noted = await this.note(shop, id, told);
    if (noted?.to && refusal?.optedOut) await this.blocks.block(shop, { number: noted.to as E164, source: 'provider' }, NO_CAUSE); // safe: texts go to numbers
    if (noted && refusal?.ofAccount) await this.outgoing.refused('texts', refusal);
    return noted?.id ?? null;
  }

  /** Null: the text is not known, or the report's id belongs to another message, so that it settles nothing. */
  private async note(shop: ShopId, id: MessageId, told: Report): Promise<ThreadMessage | null> {
    try {
      return await this.settle.execute(shop, id, (message, now) => report(message, told, now));
    } catch (error) {
      if (error instanceof MessageKnown) return null;
      throw error;
    }
  }
}
