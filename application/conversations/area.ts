import { area } from '../area.js';
import { changeConversation } from './change-conversation.js';
import { conversationEvents } from './conversation.events.js';
import { conversationKind } from './conversation.import.js';
import { readConversation } from './read-conversation.js';

export const conversationsArea = area({
  name: 'conversations',
  about: 'The inbox: one thread per contact and channel.',
  operations: [readConversation, changeConversation],
  importKinds: [conversationKind],
  events: [conversationEvents],
});
