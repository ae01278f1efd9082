import { area } from '../../kernel/area.js';
import { Clock } from '../../kernel/ports/clock.js';
import { provide } from '../../kernel/provide.js';
import { Conversations } from '../conversations/conversations.js';
import { Customers } from '../customers/customers.js';
import { Leads } from '../leads/leads.js';
import { OptOuts } from '../opt-outs/opt-outs.js';
import { TextRecipients } from '../texting/text-recipients.js';
import { TextingFacts } from '../texting/texting-facts.js';
import { TextingRules } from '../texting/texting-rules.js';
import { canContact } from './can-contact.js';
import { cancelScheduledMessage } from './cancel-scheduled-message.js';
import { ContactPermissions } from './contact-permissions.js';
import { Contacts } from './contacts.js';
import { listConversations } from './list-conversations.js';
import { listScheduledMessages } from './list-scheduled-messages.js';
import { listThreadMessages } from './list-thread-messages.js';
import { resolveContact } from './resolve-contact.js';
import { scheduleMessage } from './schedule-message.js';
import { sendText } from './send-text.js';
import { setTextingBlock } from './set-texting-block.js';
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
