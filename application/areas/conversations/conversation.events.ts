import type { Conversation } from '../../../domain/conversations/conversation.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import type { View } from '../../kernel/fields/view.js';
import { ConversationView } from './conversation.view.js';

/** A change decides on the whole record, of which the events show a part. */
const EVENT_VIEW: View<Conversation> = ConversationView;

const aboutThread: About = ({ id, customer_id: customer, contact_number: number }) => [
  ['conversation', id],
  ['customer', customer],
  ['number', number],
];

export const conversationEvents = eventKinds(EVENT_VIEW, aboutThread, {
  'conversation.updated': { says: 'A thread changed, but not by being given to a teammate.' },
  'conversation.assigned': { says: 'A thread was given to a teammate.' },
});
