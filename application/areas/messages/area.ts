import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock } from '../../kernel/ports/clock.js';
import { Ids } from '../../kernel/ports/ids.js';
import { Log } from '../../kernel/ports/log.js';
import { UnitOfWork } from '../../kernel/ports/unit-of-work.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { Contacts } from '../comms/contacts.js';
import { Conversations } from '../conversations/conversations.js';
import { TextThreads } from '../conversations/text-threads.js';
import { ExpectMedia } from '../media/expect-media.js';
import { OptOuts } from '../opt-outs/opt-outs.js';
import { TextingBlocks } from '../opt-outs/texting-blocks.js';
import { AddressedShop } from '../phone-numbers/addressed-shop.js';
import { TextingRules } from '../texting/texting-rules.js';
import { CatchUp } from './catch-up.js';
import { CaughtUp } from './caught-up.js';
import { GiveToProvider } from './give-to-provider.js';
import { HandOverText } from './hand-over-text.js';
import { InboxEvents } from './inbox-events.js';
import { JudgeQueuedText } from './judge-queued-text.js';
import { KeywordAnswers } from './keyword-answers.js';
import { listMessages } from './list-messages.js';
import { messageEvents } from './message.events.js';
import { messageKind } from './message.import.js';
import { Messages } from './messages.js';
import { NoteReceipt } from './note-receipt.js';
import { ProviderEvents } from './provider-events.js';
import { readAttachment } from './read-attachment.js';
import { readMessage } from './read-message.js';
import { ReceiveKeyword } from './receive-keyword.js';
import { ReceiveText } from './receive-text.js';
import { SettleMessage } from './settle-message.js';
import { StatusCallbacks } from './status-callbacks.js';
import { StopTexts } from './stop-texts.js';
import { StoreInboundText } from './store-inbound-text.js';
import { TextProvider } from './text-provider.js';

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
