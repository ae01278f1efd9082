import type { ThreadMessage } from '../../../domain/messages/message.js';
import type { SendingDecision } from '../../../domain/messages/sending.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { messageEvents } from './message.events.js';
import type { Messages } from './messages.js';

/** Stores what has become of a message of the shop, and announces it. */
export class SettleMessage {
  constructor(
    private readonly messages: Messages,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  /** Null: the shop has no such message. */
  execute(
    shop: ShopId,
    id: MessageId,
    decide: (message: ThreadMessage, now: Instant) => SendingDecision,
  ): Promise<ThreadMessage | null> {
    return this.messages.change(shop, id, (message) =>
      this.announcer.announce(messageEvents, message, decide(message, this.clock.now()), NO_CAUSE),
    );
  }
}
