import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock, Ids, Log, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { Contacts } from '../inbox/contacts.js';
import { Conversations } from '../inbox/conversations.js';
import { TextThreads } from '../inbox/text-threads.js';
import { ExpectMedia } from '../media/expect-media.js';
import { Outgoing } from '../outgoing/outgoing.js';
import { AddressedShop } from '../phone-numbers/phone-numbers.js';
import { CatchUp } from './catch-up.js';
import { GiveToProvider } from './give-to-provider.js';
import { HandOverText, JudgeQueuedText } from './hand-over-text.js';
import { listMessages } from './list-messages.js';
import { messageKind } from './message.import.js';
import { messageEvents } from './message.view.js';
import { CaughtUp } from './caught-up.js';
import { Messages } from './messages.js';
import { OptOuts } from './opt-outs.js';
import { ProviderEvents } from './provider-events.js';
import { readAttachment } from './read-attachment.js';
import { readMessage } from './read-message.js';
import { KeywordAnswers, ReceiveKeyword } from './receive-keyword.js';
import { InboxEvents, ReceiveText } from './receive-text.js';
import { NoteReceipt, SettleMessage } from './settle-message.js';
import { StopTexts } from './stop-texts.js';
import { StoreInboundText } from './store-inbound-text.js';
import { TextOutcomes } from './text-outcomes.js';
import { StatusCallbacks, TextProvider } from './text-provider.js';
import { TextingBlocks } from './texting-blocks.js';
import { TextingRules } from './texting-rules.js';

export const messagesArea = area({
  name: 'messages',
  about: 'The messages in the inbox’s threads.',
  operations: [listMessages, readMessage, readAttachment],
  importKinds: [messageKind],
  events: [messageEvents],
  shared: [
    provide(TextOutcomes, TextOutcomes, []),
    provide(SettleMessage, SettleMessage, [Messages, Announcer, Clock, TextOutcomes]),
    provide(JudgeQueuedText, JudgeQueuedText, [Conversations, TextingRules]),
    provide(GiveToProvider, GiveToProvider, [
      Messages,
      TextProvider,
      StatusCallbacks,
      TextingBlocks,
      SettleMessage,
      Outgoing,
      Log,
    ]),
    provide(StopTexts, StopTexts, [Messages, OptOuts, SettleMessage, Log]),
    provide(KeywordAnswers, KeywordAnswers, [Messages, TextProvider, Clock]),
    provide(StoreInboundText, StoreInboundText, [TextThreads, Contacts, ExpectMedia, Ids, Clock]),
    provide(ReceiveKeyword, ReceiveKeyword, [Messages, KeywordAnswers, TextingBlocks, StopTexts, StoreInboundText, UnitOfWork]),
    provide(ReceiveText, ReceiveText, [AddressedShop, OptOuts, Messages, ReceiveKeyword, StoreInboundText, UnitOfWork]),
    provide(NoteReceipt, NoteReceipt, [SettleMessage, TextingBlocks, Outgoing]),
    provide(ProviderEvents, InboxEvents, [ReceiveText, NoteReceipt]),
  ],
  works: [
    provide(CatchUp, CatchUp, [TextProvider, ProviderEvents, CaughtUp, Clock, Log]),
    provide(HandOverText, HandOverText, [Messages, Shops, JudgeQueuedText, GiveToProvider, SettleMessage, Outgoing]),
  ],
});
