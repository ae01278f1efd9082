import type { DropReason, Way } from '../../../domain/outgoing/pause.js';
import type { MessageId, ScheduledMessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { dropScheduled, type SchedulableChannel } from '../../../domain/texting/scheduled-message.js';
import { endQueued } from '../../../domain/texting/sending.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/ports.js';
import { scheduledMessageEvents } from '../texting/scheduled-message.view.js';
import type { ScheduledMessages } from '../texting/scheduled-messages.js';
import type { SettleMessage } from '../texting/settle-message.js';

/** A way of which one shop's part is meant, or that of all shops. */
export interface Stretch {
  readonly way: Way;
  /** null: all shops */
  readonly shop: ShopId | null;
}

interface Waiting<Id> {
  readonly shop: ShopId;
  readonly id: Id;
}

/** Finds what waits in a pause. */
export abstract class HeldWork {
  /** The texts that were due before a time. @param shop null: of all shops */
  abstract texts(shop: ShopId | null, before: Instant): Promise<readonly Waiting<MessageId>[]>;
  abstract scheduled(
    channel: SchedulableChannel,
    shop: ShopId | null,
    before: Instant,
  ): Promise<readonly Waiting<ScheduledMessageId>[]>;
  /** Cancels the deliveries that were due before a time, and returns their number. */
  abstract cancelDeliveries(shop: ShopId | null, before: Instant, error: string): Promise<number>;
}

/** Ends what waits in a pause and is not to be sent any more. */
export class DropHeld {
  constructor(
    private readonly held: HeldWork,
    private readonly settle: SettleMessage,
    private readonly messages: ScheduledMessages,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of what it has ended. Files that are to be fetched never get too old. */
  async execute({ way, shop }: Stretch, before: Instant, reason: DropReason): Promise<number> {
    switch (way) {
      case 'texts':
        return (await this.texts(shop, before, reason)) + (await this.scheduled('sms', shop, before, reason));
      case 'emails':
        return this.scheduled('email', shop, before, reason);
      case 'webhooks':
        return this.held.cancelDeliveries(shop, before, SENTENCES[reason]);
      case 'fetches':
        return 0;
    }
  }

  private async texts(of: ShopId | null, before: Instant, reason: DropReason): Promise<number> {
    const waiting = await this.held.texts(of, before);
    for (const { shop, id } of waiting) await this.settle.execute(shop, id, (text, now) => endQueued(text, reason, now));
    return waiting.length;
  }

  private async scheduled(channel: SchedulableChannel, of: ShopId | null, before: Instant, reason: DropReason): Promise<number> {
    const waiting = await this.held.scheduled(channel, of, before);
    for (const { shop, id } of waiting) {
      await this.messages.change(shop, id, (message) =>
        this.announcer.announce(scheduledMessageEvents, message, dropScheduled(message, reason, this.clock.now()), NO_CAUSE),
      );
    }
    return waiting.length;
  }
}

const SENTENCES: Readonly<Record<DropReason, string>> = {
  paused: 'it was due during a pause, and is too old',
  silent: 'it was due while a restored copy was silent',
};
