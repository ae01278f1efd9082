import { report } from '../../../domain/messages/sending.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { TextingBlocks } from '../opt-outs/texting-blocks.js';
import { problemOf } from './hand-over.js';
import type { Receipt } from './provider-events.js';
import type { SettleMessage } from './settle-message.js';

/** Notes what the provider reports about a text after it was handed over. */
export class NoteReceipt {
  constructor(
    private readonly settle: SettleMessage,
    private readonly blocks: TextingBlocks,
  ) {}

  /** Returns the message; null: the text is not the service's own. */
  async execute({ shop, message: id, providerId, status, refusal }: Receipt): Promise<MessageId | null> {
    if (shop === null || id === null) return null;
    const told = { status, providerId, segments: null, error: refusal && problemOf(refusal) };
    const noted = await this.settle.execute(shop, id, (message, now) => report(message, told, now));
    if (noted?.to && refusal?.optedOut) await this.blocks.block(shop, { number: noted.to as E164, source: 'provider' }, NO_CAUSE); // safe: texts go to numbers
    return noted?.id ?? null;
  }
}
