import { Announcer } from '../../kernel/events/announcer.js';
import { operation } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { Staff } from '../staff/staff.js';
import { ChangeConversation, ChangeConversationInput } from './change-conversation.js';
import { ConversationView } from './conversation.view.js';
import { Conversations } from './conversations.js';

export const updateConversation = operation(ChangeConversation, {
  name: 'conversations.update',
  summary: 'Close, snooze, mark or assign a thread',
  description:
    'Makes exactly one change of a thread: give one field besides `id`. The teammate in `staff_id` is notified, and the ' +
    'contact is not. A repetition changes nothing. Refuses no change and several ones.',
  scope: 'full',
  capability: { permission: 'inbox.access', budget: 'write' },
  input: ChangeConversationInput,
  output: one(ConversationView),
  needs: [Conversations, Staff, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  exactlyOne: true,
  repeatable: true,
  destructive: true,
});
