import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Emails } from '../../kernel/ports/emails.js';
import { Clock, Ids, Log, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { SettingsOfShops, Shops } from '../access/shops.js';
import { Customers } from '../customers/customers.js';
import { Contacts } from '../inbox/contacts.js';
import { Conversations } from '../inbox/conversations.js';
import { EmailThreads } from '../inbox/email-threads.js';
import { listConversations } from '../inbox/list-conversations.js';
import { listThreadMessages } from '../inbox/list-thread-messages.js';
import { resolveContact } from '../inbox/resolve-contact.js';
import { TextThreads } from '../inbox/text-threads.js';
import { Leads } from '../leads/leads.js';
import { ExpectMedia } from '../media/expect-media.js';
import { AddressedShop } from '../phone-numbers/phone-numbers.js';
import { canContact } from './can-contact.js';
import { cancelScheduledMessage } from './cancel-scheduled-message.js';
import { CatchUp } from './catch-up.js';
import { ContactPermissions } from './contact-permissions.js';
import { GiveToProvider } from './give-to-provider.js';
import { HandOverText, JudgeQueuedText } from './hand-over-text.js';
import { ImportOptOuts } from './import-opt-outs.js';
import { listMessages } from './list-messages.js';
import { listScheduledMessages } from './list-scheduled-messages.js';
import { messageKind } from './message.import.js';
import { messageEvents } from './message.view.js';
import { CaughtUp, Messages } from './messages.js';
import { optOutEvents } from './opt-out.view.js';
import { OptOuts } from './opt-outs.js';
import { ProviderEvents } from './provider-events.js';
import { readAttachment } from './read-attachment.js';
import { readMessage } from './read-message.js';
import { KeywordAnswers, ReceiveKeyword } from './receive-keyword.js';
import { InboxEvents, ReceiveText } from './receive-text.js';
import { scheduleMessage } from './schedule-message.js';
import { DeliverEmail, ScheduledEmails } from './scheduled-emails.js';
import { scheduledMessageEvents } from './scheduled-message.view.js';
import { ScheduledMessages } from './scheduled-messages.js';
import { MakeScheduledText, ScheduledTexts } from './scheduled-texts.js';
import { SendScheduledMessage } from './send-scheduled-message.js';
import { sendText } from './send-text.js';
import { setTextingBlock } from './set-texting-block.js';
import { NoteReceipt, SettleMessage } from './settle-message.js';
import { StopTexts } from './stop-texts.js';
import { StoreInboundText } from './store-inbound-text.js';
import { StatusCallbacks, TextProvider } from './text-provider.js';
import { TextRecipients } from './text-recipients.js';
import { TextingBlocks } from './texting-blocks.js';
import { TextingFacts, TextingRules } from './texting-rules.js';
import { updateScheduledMessage } from './update-scheduled-message.js';

export const commsArea = area({
  name: 'comms',
  about: 'Talking with the shop’s contacts: what tools and capability endpoints need of the inbox.',
  operations: [
    listConversations,
    listThreadMessages,
    resolveContact,
    canContact,
    setTextingBlock,
    sendText,
    scheduleMessage,
    updateScheduledMessage,
    cancelScheduledMessage,
    listScheduledMessages,
  ],
  shared: [
    provide(TextingRules, TextingRules, [TextingFacts, Clock]),
    provide(TextRecipients, TextRecipients, [Conversations, Customers, Leads]),
    provide(ContactPermissions, ContactPermissions, [
      TextRecipients,
      Contacts,
      Customers,
      Conversations,
      OptOuts,
      TextingRules,
      Clock,
    ]),
  ],
});

export const messagesArea = area({
  name: 'messages',
  about: 'The messages in the inbox’s threads.',
  operations: [listMessages, readMessage, readAttachment],
  importKinds: [messageKind],
  events: [messageEvents],
  shared: [
    provide(SettleMessage, SettleMessage, [Messages, Announcer, Clock]),
    provide(JudgeQueuedText, JudgeQueuedText, [Conversations, TextingRules]),
    provide(GiveToProvider, GiveToProvider, [Messages, TextProvider, StatusCallbacks, TextingBlocks, SettleMessage, Log]),
    provide(StopTexts, StopTexts, [Messages, OptOuts, SettleMessage, Log]),
    provide(KeywordAnswers, KeywordAnswers, [Messages, TextProvider, Clock]),
    provide(StoreInboundText, StoreInboundText, [TextThreads, Contacts, ExpectMedia, Ids, Clock]),
    provide(ReceiveKeyword, ReceiveKeyword, [Messages, KeywordAnswers, TextingBlocks, StopTexts, StoreInboundText, UnitOfWork]),
    provide(ReceiveText, ReceiveText, [AddressedShop, OptOuts, Messages, ReceiveKeyword, StoreInboundText, UnitOfWork]),
    provide(NoteReceipt, NoteReceipt, [SettleMessage, TextingBlocks]),
    provide(ProviderEvents, InboxEvents, [ReceiveText, NoteReceipt]),
  ],
  works: [
    provide(CatchUp, CatchUp, [TextProvider, ProviderEvents, CaughtUp, Clock, Log]),
    provide(HandOverText, HandOverText, [Messages, Shops, JudgeQueuedText, GiveToProvider, SettleMessage]),
  ],
});

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

export const optOutsArea = area({
  name: 'opt_outs',
  about: 'The numbers that the shop may not text.',
  commands: [provide(ImportOptOuts, ImportOptOuts, [Shops, OptOuts, Clock])],
  events: [optOutEvents],
  shared: [provide(TextingBlocks, TextingBlocks, [OptOuts, Clock, Announcer])],
});
