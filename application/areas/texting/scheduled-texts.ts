import type { Shop } from '../../../domain/access/shop.js';
import type { Conversation, ThreadContact } from '../../../domain/inbox/conversation.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { queuedText, type ThreadMessage } from '../../../domain/texting/message.js';
import type { SendRefusal, Tried } from '../../../domain/texting/send-scheduled.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { Contacts } from '../inbox/contacts.js';
import type { Conversations } from '../inbox/conversations.js';
import type { TextThreads } from '../inbox/text-threads.js';
import type { ContactConsents } from './contact-consents.js';
import type { GiveToProvider, Permit } from './give-to-provider.js';
import type { HandOverText } from './hand-over-text.js';
import type { Messages } from './messages.js';
import { addMessage, type ScheduledChannel, type TakenMessage } from './scheduled-sending.js';
import type { TextingRules } from './texting-rules.js';

/** The text was made, and what it is allowed; or the rules refuse it, and there is none. */
type Made = { readonly permit: Permit; readonly refusal: null } | { readonly permit: null; readonly refusal: SendRefusal };

/** Makes the text that a scheduled message becomes, if the rules allow it now. */
export class MakeScheduledText {
  constructor(
    private readonly conversations: Conversations,
    private readonly threads: TextThreads,
    private readonly contacts: Contacts,
    private readonly rules: TextingRules,
    private readonly consents: ContactConsents,
    private readonly clock: Clock,
  ) {}

  /** Puts the text into the thread that was given, or into the newest one with the number. */
  async execute(shop: Shop, scheduled: TakenMessage): Promise<Made> {
    const withdrawn = await this.consents.reasonAgainst(shop.id, scheduled);
    if (withdrawn) return { permit: null, refusal: { reasons: [withdrawn], nextPermittedAt: null } };
    const number = scheduled.to as E164; // safe: it was a number when the text was queued
    const { conversationId } = scheduled;
    const named = conversationId === null ? null : await this.conversations.find(shop.id, conversationId);
    const thread = named?.channel === 'sms' ? named : await this.conversations.ofNumber(shop.id, number);
    const { decision, room } = await this.rules.judge(shop, {
      moment: 'hand-over',
      body: scheduled.body,
      phone: number,
      dueAt: scheduled.sendAt,
      needs: 'scheduling',
      lastLine: thread?.line ?? null,
    });
    if (!decision.allowed) return { permit: null, refusal: decision };
    const from = decision.sender.kind === 'line' ? decision.sender.line.number : null;
    // `ScheduledTexts` hands the text over itself, so the text has no time at which other work would do so.
    const add = addMessage(scheduled, from, (given, now) => ({ ...queuedText(given, now), dueAt: null }), this.clock.now());
    if (thread) await this.threads.addTo(shop.id, thread, add, NO_CAUSE);
    else await this.threads.beginWith(shop.id, number, () => this.contactOf(shop.id, scheduled, named), add, NO_CAUSE);
    return { permit: { sender: decision.sender, room }, refusal: null };
  }

  /** A rule may text somebody who is only a number yet. Whose number it is, is found when the thread begins. */
  private async contactOf(shop: ShopId, { customerId, to }: TakenMessage, named: Conversation | null): Promise<ThreadContact> {
    if (customerId !== null) return { customerId, leadId: null };
    if (named) return { customerId: null, leadId: named.leadId };
    return this.contacts.ofNumber(shop, to as E164); // safe: it was a number when the text was queued
  }
}

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
    let given: ThreadMessage | null = null;
    if (known) await this.handOver.run({ shop: shop.id, id });
    else {
      const { permit, refusal } = await this.make.execute(shop, scheduled);
      if (refusal) return { message: null, refusal };
      given = await this.give.execute(shop.id, id, permit);
    }
    const message = given ?? (await this.messages.find(shop.id, id));
    if (!message) throw new Error('the message of a scheduled text has vanished');
    return { message, refusal: null };
  }
}
