import { area } from '../../kernel/area.js';
import { Clock } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Customers } from '../customers/customers.js';
import { Contacts } from '../inbox/contacts.js';
import { Conversations } from '../inbox/conversations.js';
import { listConversations } from '../inbox/list-conversations.js';
import { listThreadMessages } from '../inbox/list-thread-messages.js';
import { resolveContact } from '../inbox/resolve-contact.js';
import { Leads } from '../leads/leads.js';
import { Outgoing } from '../outgoing/outgoing.js';
import { canContact } from './can-contact.js';
import { cancelScheduledMessage } from './cancel-scheduled-message.js';
import { ContactPermissions } from './contact-permissions.js';
import { ContactConsents } from './contact-consents.js';
import { listScheduledMessages } from './list-scheduled-messages.js';
import { OptOuts } from './opt-outs.js';
import { scheduleMessage } from './schedule-message.js';
import { sendText } from './send-text.js';
import { setTextingBlock } from './set-texting-block.js';
import { TextRecipients } from './text-recipients.js';
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
    provide(TextingRules, TextingRules, [TextingFacts, Outgoing, Clock]),
    provide(TextRecipients, TextRecipients, [Conversations, Customers, Leads]),
    provide(ContactPermissions, ContactPermissions, [
      TextRecipients,
      Contacts,
      Customers,
      Conversations,
      ContactConsents,
      TextingRules,
      Clock,
    ]),
    provide(ContactConsents, ContactConsents, [Customers, OptOuts, Clock]),
  ],
});
