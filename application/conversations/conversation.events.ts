import { eventKinds } from '../events/event-kinds.js';
import { ConversationView } from './conversation.view.js';

export const conversationEvents = eventKinds(ConversationView, {
  'conversation.updated': { says: 'A thread changed, but not by being given to a teammate.' },
  'conversation.assigned': { says: 'A thread was given to a teammate.' },
});
