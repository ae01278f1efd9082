import type { ThreadMessage } from '../../../domain/messages/message.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import type { View } from '../../kernel/fields/view.js';
import { MessageView } from './message.view.js';

/** A change decides on the whole record, of which the events show a part. */
const EVENT_VIEW: View<ThreadMessage> = MessageView;

/** The contact is at the other end. The shop's own line is nobody's. */
const aboutMessage: About = ({ customer_id: customer, conversation, channel, direction, from, to }) => [
  ['customer', customer],
  ['conversation', conversation],
  [channel === 'email' ? 'email' : 'number', direction === 'inbound' ? from : to],
];

export const messageEvents = eventKinds(EVENT_VIEW, aboutMessage, {
  'message.received': { says: 'A contact sent a message.', withoutPrevious: true },
  'message.sent': { says: 'The provider has taken a message.' },
  'message.delivered': { says: 'A message was delivered.' },
  'message.failed': { says: 'A message failed, was not delivered, or nobody knows if it was sent; `status` says which.' },
});
