import { area } from '../area.js';
import { conversationKind } from './conversation.import.js';

export const conversationsArea = area({
  name: 'conversations',
  about: 'The inbox: one thread per contact and channel.',
  importKinds: [conversationKind],
});
