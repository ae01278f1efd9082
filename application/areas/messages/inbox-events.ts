import type { MessageId } from '../../../domain/shared/id.js';
import type { NoteReceipt } from './note-receipt.js';
import { ProviderEvents, type InboundText, type Receipt } from './provider-events.js';
import type { ReceiveText } from './receive-text.js';

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
