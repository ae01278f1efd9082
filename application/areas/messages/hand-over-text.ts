import { endQueued, loseSight } from '../../../domain/messages/sending.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Shops } from '../access/shops.js';
import type { GiveToProvider } from './give-to-provider.js';
import type { JudgeQueuedText } from './judge-queued-text.js';
import type { Messages } from './messages.js';
import type { SettleMessage } from './settle-message.js';

/** Hands a queued text to the provider, at most once, after it has asked the rules of texting again. */
export class HandOverText implements Work<DueRecord<MessageId>> {
  readonly name = 'messages.hand_over';

  constructor(
    private readonly messages: Messages,
    private readonly shops: Shops,
    private readonly judge: JudgeQueuedText,
    private readonly give: GiveToProvider,
    private readonly settle: SettleMessage,
  ) {}

  async run({ shop: shopId, id }: DueRecord<MessageId>): Promise<boolean> {
    const [shop, message] = await Promise.all([this.shops.find(shopId), this.messages.find(shopId, id)]);
    if (!shop || !message) return true;
    // An earlier run of this work has taken the text and was cut off, so nobody knows if the provider has it.
    if (message.status === 'sending') await this.settle.execute(shopId, id, loseSight);
    if (message.status !== 'queued') return true;
    const { sender, refusal } = await this.judge.execute(shop, message);
    if (sender) await this.give.execute(shopId, id, sender);
    else await this.settle.execute(shopId, id, (text, now) => endQueued(text, refusal, now));
    return true;
  }
}
