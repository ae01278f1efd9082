import { Shops } from '../access/shops.js';
import { area } from '../area.js';
import { Contacts } from '../comms/contacts.js';
import { Conversations } from '../conversations/conversations.js';
import { TextThreads } from '../conversations/text-threads.js';
import { Announcer } from '../events/announcer.js';
import { ExpectMedia } from '../media/expect-media.js';
import { OptOuts } from '../opt-outs/opt-outs.js';
import { TextingBlocks } from '../opt-outs/texting-blocks.js';
import { PhoneNumbers } from '../phone-numbers/phone-numbers.js';
import { Clock } from '../ports/clock.js';
import { Ids } from '../ports/ids.js';
import { Log } from '../ports/log.js';
import { UnitOfWork } from '../ports/unit-of-work.js';
import { provide } from '../provide.js';
import { TextingRules } from '../texting/texting-rules.js';
import { CatchUp } from './catch-up.js';
import { CaughtUp } from './caught-up.js';
import { HandOverText } from './hand-over-text.js';
import { InboxEvents } from './inbox-events.js';
import { KeywordAnswers } from './keyword-answers.js';
import { Messages } from './messages.js';
import { NoteReceipt } from './note-receipt.js';
import { ProviderEvents } from './provider-events.js';
import { ReceiveText } from './receive-text.js';
import { StatusCallbacks } from './status-callbacks.js';
import { StopTexts } from './stop-texts.js';
import { TextProvider } from './text-provider.js';
import { messageEvents } from './message.events.js';
import { listMessages } from './list-messages.js';
import { messageKind } from './message.import.js';
import { readAttachment } from './read-attachment.js';
import { readMessage } from './read-message.js';

export const messagesArea = area({
  name: 'messages',
  about: 'The messages in the inbox’s threads.',
  operations: [listMessages, readMessage, readAttachment],
  importKinds: [messageKind],
  events: [messageEvents],
  shared: [
    provide(StopTexts, StopTexts, [Messages, OptOuts, Announcer, Clock, Log]),
    provide(KeywordAnswers, KeywordAnswers, [Messages, TextProvider, Clock]),
    provide(ReceiveText, ReceiveText, [
      Shops,
      PhoneNumbers,
      Contacts,
      Messages,
      TextThreads,
      OptOuts,
      TextingBlocks,
      StopTexts,
      KeywordAnswers,
      ExpectMedia,
      UnitOfWork,
      Ids,
      Clock,
    ]),
    provide(NoteReceipt, NoteReceipt, [Messages, TextingBlocks, Announcer, Clock]),
    provide(ProviderEvents, InboxEvents, [ReceiveText, NoteReceipt]),
  ],
  works: [
    provide(CatchUp, CatchUp, [TextProvider, ProviderEvents, CaughtUp, Clock, Log]),
    provide(HandOverText, HandOverText, [
      Messages,
      Conversations,
      Shops,
      TextingRules,
      TextProvider,
      StatusCallbacks,
      TextingBlocks,
      Announcer,
      Clock,
      Log,
    ]),
  ],
});
