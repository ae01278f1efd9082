import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock } from '../../kernel/ports/clock.js';
import { Emails } from '../../kernel/ports/emails.js';
import { Ids } from '../../kernel/ports/ids.js';
import { Log } from '../../kernel/ports/log.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { Calls } from '../calls/calls.js';
import { Contacts } from '../comms/contacts.js';
import { Customers } from '../customers/customers.js';
import { OptOuts } from '../opt-outs/opt-outs.js';
import { Staff } from '../staff/staff.js';
import { AdoptThreads } from './adopt-threads.js';
import { CallThreads } from './call-threads.js';
import { changeConversation } from './change-conversation.js';
import { conversationEvents } from './conversation.events.js';
import { conversationKind } from './conversation.import.js';
import { Conversations } from './conversations.js';
import { EmailThreads } from './email-threads.js';
import { readConversation } from './read-conversation.js';
import { TellAssignee } from './tell-assignee.js';
import { TextThreads } from './text-threads.js';

export const conversationsArea = area({
  name: 'conversations',
  about: 'The inbox: one thread per contact and channel.',
  operations: [readConversation, changeConversation],
  importKinds: [conversationKind],
  events: [conversationEvents],
  shared: [
    provide(TextThreads, TextThreads, [Conversations, Ids, Clock, Announcer]),
    provide(CallThreads, CallThreads, [Conversations, Contacts, Ids, Clock, Announcer]),
    provide(EmailThreads, EmailThreads, [Conversations, TextThreads, Ids, Clock]),
  ],
  eventWorks: [
    provide(AdoptThreads, AdoptThreads, [Customers, Conversations, Calls, OptOuts, Announcer, Clock]),
    provide(TellAssignee, TellAssignee, [Conversations, Staff, Shops, Emails, Clock, Log]),
  ],
});
