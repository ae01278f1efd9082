import type { Shop } from '../../../domain/access/shop.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { normalizePhone, reportedNumber, type E164 } from '../../../domain/shared/phone.js';
import { keywordOf, type Keyword } from '../../../domain/texting/keywords.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { UnitOfWork } from '../../kernel/ports/ports.js';
import type { AddressedShop } from '../phone-numbers/phone-numbers.js';
import type { Messages } from './messages.js';
import type { OptOuts } from './opt-outs.js';
import { ProviderEvents, storedOnce, type AddressedText, type InboundText, type Receipt } from './provider-events.js';
import type { ReceiveKeyword } from './receive-keyword.js';
import type { NoteReceipt } from './settle-message.js';
import type { StoreInboundText } from './store-inbound-text.js';

/** Takes in a text that somebody sent to a shop. No caller has a key here: the shop itself acts. */
export class ReceiveText {
  constructor(
    private readonly shops: AddressedShop,
    private readonly optOuts: OptOuts,
    private readonly messages: Messages,
    private readonly receiveKeyword: ReceiveKeyword,
    private readonly storeText: StoreInboundText,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Returns the message, also for a repetition. Null: the number that was texted belongs to no shop. */
  async execute(text: InboundText): Promise<MessageId | null> {
    // The cast is safe: text that is no number belongs to nobody.
    const shop = await this.shops.find(text.shop, text.to as E164);
    if (!shop) return null;
    const number = senderOf(text, shop);
    const block = await this.optOuts.find(shop.id, number);
    if (block) await this.optOuts.recall(shop.id, number);
    const addressed: AddressedText = { text, shop, number, line: normalizePhone(text.to, shop.country), block };
    const keyword = keywordIn(text, block);
    if (keyword !== null) return this.receiveKeyword.execute(addressed, keyword);
    return storedOnce(this.messages, addressed, this.store(addressed));
  }

  private store(addressed: AddressedText): Promise<MessageId> {
    const store = (): Promise<MessageId> => this.storeText.execute(addressed, null);
    return addressed.text.media.length === 0 ? store() : this.unitOfWork.run(store);
  }
}

/**
 * The keyword of a text. After an outage texts come late: a START that is older than the contact's last opt-out lifts nothing, so
 * it is no keyword.
 */
function keywordIn({ body, receivedAt }: InboundText, block: OptOut | null): Keyword | null {
  const keyword = keywordOf(body, block !== null);
  const endedAt = block?.consentEndedAt ?? null;
  const isOvertaken = receivedAt !== null && endedAt !== null && receivedAt < endedAt;
  return keyword === 'start' && isOvertaken ? null : keyword;
}

/** A sender that is no number is kept as it came. */
function senderOf({ from }: InboundText, { country }: Shop): E164 {
  return reportedNumber(from, country) ?? (from as E164);
}

/** Gives each event of a text provider to its use case. */
export class InboxEvents extends ProviderEvents {
  constructor(
    private readonly receiveText: ReceiveText,
    private readonly noteReceipt: NoteReceipt,
  ) {
    super();
  }

  override received(text: InboundText): Promise<MessageId | null> {
    return this.receiveText.execute(text);
  }

  override reported(receipt: Receipt): Promise<MessageId | null> {
    return this.noteReceipt.execute(receipt);
  }
}
