import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ScheduledMessageView } from './scheduled-message.view.js';

const aboutMessage: About = ({ customer_id: customer, conversation, channel, to }) => [
  ['customer', customer],
  ['conversation', conversation],
  [channel === 'email' ? 'email' : 'number', to],
];

export const scheduledMessageEvents = eventKinds(ScheduledMessageView, aboutMessage, {
  'scheduled_message.created': { says: 'A message was scheduled.' },
  'scheduled_message.updated': { says: 'A scheduled message changed, or quiet hours moved it.' },
  'scheduled_message.canceled': { says: 'A scheduled message was canceled before it was sent.' },
  'scheduled_message.sent': { says: 'A scheduled message was sent.' },
  'scheduled_message.refused': { says: 'A rule refused a scheduled message when it was due; `error` names the rule.' },
});
