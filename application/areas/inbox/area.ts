import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Calls } from '../calls/calls.js';
import { Customers } from '../customers/customers.js';
import { notifyAssignees } from '../staff/notify-assignee.js';
import { OptOuts } from '../texting/opt-outs.js';
import { AdoptThreads } from './adopt-threads.js';
import { CallThreads } from './call-threads.js';
import { changeConversation } from './change-conversation.js';
import { Contacts } from './contacts.js';
import { conversationKind } from './conversation.import.js';
import { conversationEvents } from './conversation.view.js';
import { Conversations } from './conversations.js';
import { EmailThreads } from './email-threads.js';
import { getConversation } from './get-conversation.js';
import { TextThreads } from './text-threads.js';
import { updateConversation } from './update-conversation.js';

export const conversationsArea = area({
  name: 'conversations',
  about: 'The inbox: one thread per contact and channel.',
  operations: [getConversation, changeConversation, updateConversation],
  importKinds: [conversationKind],
  events: [conversationEvents],
  shared: [
    provide(TextThreads, TextThreads, [Conversations, Ids, Clock, Announcer]),
    provide(CallThreads, CallThreads, [Conversations, Contacts, Ids, Clock, Announcer]),
    provide(EmailThreads, EmailThreads, [Conversations, TextThreads, Ids, Clock]),
  ],
  eventWorks: [
    provide(AdoptThreads, AdoptThreads, [Customers, Conversations, Calls, OptOuts, Announcer, Clock]),
    notifyAssignees({ work: 'conversations.tell_assignee', on: 'conversation.assigned', noun: 'conversation' }, Conversations),
  ],
});
