import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Emails } from '../../kernel/ports/emails.js';
import { Clock, Ids, Log } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { SettingsOfShops, Shops } from '../access/shops.js';
import { Contacts } from '../inbox/contacts.js';
import { Conversations } from '../inbox/conversations.js';
import { EmailThreads } from '../inbox/email-threads.js';
import { TextThreads } from '../inbox/text-threads.js';
import { Outgoing } from '../outgoing/outgoing.js';
import { ContactConsents } from './contact-consents.js';
import { GiveToProvider } from './give-to-provider.js';
import { HandOverText } from './hand-over-text.js';
import { Messages } from './messages.js';
import { DeliverEmail, EmailRules, ScheduledEmails } from './scheduled-emails.js';
import { scheduledMessageEvents } from './scheduled-message.view.js';
import { ScheduledMessages } from './scheduled-messages.js';
import { ScheduledChannels } from './scheduled-sending.js';
import { MakeScheduledText, ScheduledTexts } from './scheduled-texts.js';
import { SendScheduledMessage } from './send-scheduled-message.js';
import { SettleMessage } from './settle-message.js';
import { TextingRules } from './texting-rules.js';

export const scheduledMessagesArea = area({
  name: 'scheduled_messages',
  about: 'Messages that wait to be sent at a set time.',
  events: [scheduledMessageEvents],
  shared: [
    provide(MakeScheduledText, MakeScheduledText, [Conversations, TextThreads, Contacts, TextingRules, ContactConsents, Clock]),
    provide(ScheduledTexts, ScheduledTexts, [Messages, MakeScheduledText, GiveToProvider, HandOverText]),
    provide(DeliverEmail, DeliverEmail, [Emails, SettingsOfShops, Conversations]),
    provide(EmailRules, EmailRules, [Outgoing, ContactConsents, Clock]),
    provide(ScheduledEmails, ScheduledEmails, [Messages, EmailThreads, DeliverEmail, SettleMessage, EmailRules, Clock, Log]),
    provide(ScheduledChannels, ScheduledChannels, [ScheduledTexts, ScheduledEmails]),
  ],
  works: [
    provide(SendScheduledMessage, SendScheduledMessage, [
      ScheduledMessages,
      Shops,
      ScheduledChannels,
      Outgoing,
      Announcer,
      Ids,
      Clock,
    ]),
  ],
});
