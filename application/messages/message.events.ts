import type { ThreadMessage } from '../../domain/messages/message.js';
import { eventKinds } from '../events/event-kinds.js';
import type { View } from '../fields/view.js';
import { MessageView } from './message.view.js';

/** A change decides on the whole record, of which the events show a part. */
const EVENT_VIEW: View<ThreadMessage> = MessageView;

export const messageEvents = eventKinds(EVENT_VIEW, {
  'message.received': { says: 'A contact sent a message.', withoutPrevious: true },
  'message.sent': { says: 'The provider has taken a message.' },
  'message.delivered': { says: 'A message was delivered.' },
  'message.failed': { says: 'A message failed, was not delivered, or nobody knows if it was sent; `status` says which.' },
});
