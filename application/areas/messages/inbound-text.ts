import type { Shop } from '../../../domain/access/shop.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import { MessageKnown } from '../conversations/conversations.js';
import type { Messages } from './messages.js';
import type { InboundText } from './provider-events.js';

/** An inbound text with the shop that it is for and the number that sent it. */
export interface AddressedText {
  readonly text: InboundText;
  readonly shop: Shop;
  /** E.164; a short code or a name as it came */
  readonly number: E164;
  /** the shop's line; null: the text came to a messaging service */
  readonly line: E164 | null;
  /** the block on the number before this text; null: there was none */
  readonly block: OptOut | null;
}

/** Waits for a text to be stored. Of a text that the provider repeats, the message that was stored first is returned. */
export async function storedOnce(
  messages: Messages,
  { shop, text }: AddressedText,
  stored: Promise<MessageId>,
): Promise<MessageId> {
  try {
    return await stored;
  } catch (error) {
    const first = error instanceof MessageKnown ? await messages.ofProvider(shop.id, text.providerId) : null;
    if (!first) throw error;
    return first.id;
  }
}
