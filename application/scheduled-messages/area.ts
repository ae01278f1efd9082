import { SettingsOfShops } from '../access/settings-of-shops.js';
import { Shops } from '../access/shops.js';
import { area } from '../area.js';
import { Contacts } from '../comms/contacts.js';
import { Conversations } from '../conversations/conversations.js';
import { EmailThreads } from '../conversations/email-threads.js';
import { TextThreads } from '../conversations/text-threads.js';
import { Emails } from '../emails/emails.js';
import { Announcer } from '../events/announcer.js';
import { HandOverText } from '../messages/hand-over-text.js';
import { Messages } from '../messages/messages.js';
import { Clock } from '../ports/clock.js';
import { Ids } from '../ports/ids.js';
import { Log } from '../ports/log.js';
import { provide } from '../provide.js';
import { TextingRules } from '../texting/texting-rules.js';
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
    provide(ScheduledTexts, ScheduledTexts, [Conversations, TextThreads, Messages, TextingRules, HandOverText, Contacts, Clock]),
    provide(ScheduledEmails, ScheduledEmails, [
      Conversations,
      TextThreads,
      EmailThreads,
      Messages,
      SettingsOfShops,
      Emails,
      Announcer,
      Clock,
      Log,
    ]),
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
