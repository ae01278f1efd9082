import { report } from '../../domain/messages/sending.js';
import type { MessageId } from '../../domain/shared/id.js';
import type { E164 } from '../../domain/shared/phone.js';
import type { Announcer } from '../events/announcer.js';
import { NO_CAUSE } from '../events/cause.js';
import type { TextingBlocks } from '../opt-outs/texting-blocks.js';
import type { Clock } from '../ports/clock.js';
import { problemOf } from './hand-over.js';
import { messageEvents } from './message.events.js';
import type { Messages } from './messages.js';
import type { Receipt } from './provider-events.js';

/** Notes what the provider reports about a text after it was handed over. */
export class NoteReceipt {
  constructor(
    private readonly messages: Messages,
    private readonly blocks: TextingBlocks,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  /** Returns the message; null: the text is not the service's own. */
  async execute({ shop, message: id, providerId, status, refusal }: Receipt): Promise<MessageId | null> {
    if (shop === null || id === null) return null;
    const noted = await this.messages.change(shop, id, (message) => {
      const told = { status, providerId, segments: null, error: refusal && problemOf(refusal) };
      const decision = report(message, told, this.clock.now());
      return this.announcer.announce(messageEvents, message, decision, NO_CAUSE);
    });
    if (noted?.to && refusal?.optedOut) await this.blocks.block(shop, { number: noted.to as E164, source: 'provider' }, NO_CAUSE); // safe: texts go to numbers
    return noted?.id ?? null;
  }
}
