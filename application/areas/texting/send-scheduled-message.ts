import { isByHand, isShut, type Pause } from '../../../domain/outgoing/pause.js';
import { unchanged, type Decision } from '../../../domain/shared/events.js';
import type { ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { isWaiting } from '../../../domain/texting/message.js';
import { isTooLate } from '../../../domain/texting/may-text.js';
import { wayOf, type ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { afterTry, startSending } from '../../../domain/texting/send-scheduled.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import { TEXTS_TOGETHER } from './hand-over-text.js';
import { scheduledMessageEvents } from './scheduled-message.view.js';
import type { ScheduledMessages } from './scheduled-messages.js';
import type { ScheduledChannels } from './scheduled-sending.js';

type Decide = (
  message: ScheduledMessage,
  now: Instant,
) => Decision<ScheduledMessage, 'scheduled_message.updated' | 'scheduled_message.refused' | 'scheduled_message.sent'>;

/**
 * Sends a scheduled message whose time has come. It takes the message first, so that nobody cancels or changes it any more. A run
 * that was cut off is run again, and goes on from what it finds.
 *
 * The way of a text: `dueRelay` makes jobs of due rows, `QueueWorker` runs this work, `ScheduledTexts` asks the rules and puts the text
 * into its thread, `GiveToProvider` claims it and hands it over, and `SettleMessage` stores what became of it.
 */
export class SendScheduledMessage implements Work<DueRecord<ScheduledMessageId>> {
  readonly name = 'scheduled_messages.send';
  readonly together = TEXTS_TOGETHER;
  /** the milliseconds until it looks again at a message that was turned away */
  readonly againAfterMs = 5_000;

  constructor(
    private readonly scheduled: ScheduledMessages,
    private readonly shops: Shops,
    private readonly channels: ScheduledChannels,
    private readonly outgoing: Outgoing,
    private readonly announcer: Announcer,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async run({ shop: shopId, id }: DueRecord<ScheduledMessageId>): Promise<boolean> {
    const shop = await this.shops.find(shopId);
    if (!shop) return true;
    const pauses = { sms: await this.outgoing.pauseOf('texts', shopId), email: await this.outgoing.pauseOf('emails', shopId) };
    const waits = (message: ScheduledMessage, now: Instant): boolean => mustWait(message, pauses[message.channel], now);
    const taken = await this.change(shopId, id, (before, now) =>
      waits(before, now) ? unchanged(before) : startSending(before, this.ids.next(), now),
    );
    if (taken && waits(taken, this.clock.now())) {
      // One that is being sent already has a text that waits, or an e-mail, and is looked at again.
      if (taken.status === 'sending') return false;
      await this.scheduled.wait(shopId, id, taken.sendAt);
      return true;
    }
    if (taken?.status !== 'sending' || taken.messageId === null) return true;
    const tried = await this.channels[taken.channel].send(shop, { ...taken, messageId: taken.messageId });
    if (tried.message && isWaiting(tried.message.status)) return false;
    const lateFrom = await this.outgoing.lateFrom(wayOf(taken.channel), shopId, taken.scheduledFor);
    await this.change(shopId, id, (before, now) => afterTry(before, tried, now, lateFrom));
    return true;
  }

  private change(shop: ShopId, id: ScheduledMessageId, decide: Decide): Promise<ScheduledMessage | null> {
    return this.scheduled.change(shop, id, (before) =>
      this.announcer.announce(scheduledMessageEvents, before, decide(before, this.clock.now()), NO_CAUSE),
    );
  }
}

/** While the account is refused, a message that is too late by now does not wait, so that the rules end it. */
function mustWait({ sendAt }: ScheduledMessage, pause: Pause | null, now: Instant): boolean {
  if (pause === null || isByHand(pause)) return pause !== null;
  return isShut(pause, now) && !isTooLate({ moment: 'hand-over', dueAt: sendAt, now });
}
