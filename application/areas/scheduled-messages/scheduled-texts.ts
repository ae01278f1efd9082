import type { Shop } from '../../../domain/access/shop.js';
import type { Tried } from '../../../domain/scheduled-messages/send-scheduled.js';
import type { GiveToProvider } from '../messages/give-to-provider.js';
import type { HandOverText } from '../messages/hand-over-text.js';
import type { Messages } from '../messages/messages.js';
import type { MakeScheduledText } from './make-scheduled-text.js';
import type { ScheduledChannel, TakenMessage } from './sending.js';

/** Sends scheduled texts: asks the rules again, puts the text into its thread, and hands it over. */
export class ScheduledTexts implements ScheduledChannel {
  constructor(
    private readonly messages: Messages,
    private readonly make: MakeScheduledText,
    private readonly give: GiveToProvider,
    private readonly handOver: HandOverText,
  ) {}

  async send(shop: Shop, scheduled: TakenMessage): Promise<Tried> {
    const { messageId: id } = scheduled;
    const known = await this.messages.find(shop.id, id);
    // The provider has turned the text away before. It has a time of its own since then, and other work hands it over.
    if (known && known.attempts > 0) return { message: known, refusal: null };
    if (known) await this.handOver.run({ shop: shop.id, id });
    else {
      const decision = await this.make.execute(shop, scheduled);
      if (!decision.allowed) return { message: null, refusal: decision };
      await this.give.execute(shop.id, id, decision.sender);
    }
    const message = await this.messages.find(shop.id, id);
    if (!message) throw new Error('the message of a scheduled text has vanished');
    return { message, refusal: null };
  }
}
