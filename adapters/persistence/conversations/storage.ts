import { CONVERSATIONS } from '../../../application/conversations/records.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { conversationTable } from './conversation.table.js';

export const conversationsStorage = storage({
  tables: [conversationTable],
  kinds: [stored(CONVERSATIONS, { table: conversationTable })],
});
