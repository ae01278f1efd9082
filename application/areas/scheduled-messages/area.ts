import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock } from '../../kernel/ports/clock.js';
import { Emails } from '../../kernel/ports/emails.js';
import { Ids } from '../../kernel/ports/ids.js';
import { Log } from '../../kernel/ports/log.js';
import { provide } from '../../kernel/provide.js';
import { SettingsOfShops } from '../access/settings-of-shops.js';
import { Shops } from '../access/shops.js';
import { Contacts } from '../comms/contacts.js';
import { Conversations } from '../conversations/conversations.js';
import { EmailThreads } from '../conversations/email-threads.js';
import { TextThreads } from '../conversations/text-threads.js';
import { GiveToProvider } from '../messages/give-to-provider.js';
import { HandOverText } from '../messages/hand-over-text.js';
import { Messages } from '../messages/messages.js';
import { SettleMessage } from '../messages/settle-message.js';
import { TextingRules } from '../texting/texting-rules.js';
import { DeliverEmail } from './deliver-email.js';
import { MakeScheduledText } from './make-scheduled-text.js';
import { ScheduledEmails } from './scheduled-emails.js';
import { scheduledMessageEvents } from './scheduled-message.events.js';
import { ScheduledMessages } from './scheduled-messages.js';
import { ScheduledTexts } from './scheduled-texts.js';
import { SendScheduledMessage } from './send-scheduled-message.js';

export const scheduledMessagesArea = area({
  name: 'scheduled_messages',
  about: 'Messages that wait to be sent at a set time.',
  events: [scheduledMessageEvents],
  shared: [
    provide(MakeScheduledText, MakeScheduledText, [Conversations, TextThreads, Contacts, TextingRules, Clock]),
    provide(ScheduledTexts, ScheduledTexts, [Messages, MakeScheduledText, GiveToProvider, HandOverText]),
    provide(DeliverEmail, DeliverEmail, [Emails, SettingsOfShops, Conversations]),
    provide(ScheduledEmails, ScheduledEmails, [Messages, EmailThreads, DeliverEmail, SettleMessage, Clock, Log]),
  ],
  works: [
    provide(SendScheduledMessage, SendScheduledMessage, [
      ScheduledMessages,
      Shops,
      ScheduledTexts,
      ScheduledEmails,
      Announcer,
      Ids,
      Clock,
    ]),
  ],
});
