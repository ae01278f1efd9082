import type { Shop } from '../../../domain/access/shop.js';
import type { ThreadMessage } from '../../../domain/messages/message.js';
import type { EmailOutcome, Emails } from '../../kernel/ports/emails.js';
import type { SettingsOfShops } from '../access/settings-of-shops.js';
import type { Conversations } from '../conversations/conversations.js';
import type { TakenMessage } from './sending.js';

/** Writes the e-mail of a scheduled message, in the name of its shop, and sends it once. */
export class DeliverEmail {
  constructor(
    private readonly emails: Emails,
    private readonly settings: SettingsOfShops,
    private readonly conversations: Conversations,
  ) {}

  /** the address that every e-mail comes from */
  get sender(): string {
    return this.emails.sender;
  }

  /** An e-mail without a subject has the one of its thread, or else the shop's name. */
  async execute(shop: Shop, { subject, to, body }: TakenMessage, { id, conversationId }: ThreadMessage): Promise<EmailOutcome> {
    const [{ replyTo }, thread] = await Promise.all([
      this.settings.find(shop.id),
      this.conversations.find(shop.id, conversationId),
    ]);
    const written = { to, subject: subject ?? thread?.subject ?? shop.name, text: body, replyTo };
    return this.emails.send(shop.id, { id, message: id, fromName: shop.name, ...written });
  }
}
