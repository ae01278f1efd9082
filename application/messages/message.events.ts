import { eventKinds } from '../events/event-kinds.js';
import { MessageView } from './message.view.js';

export const messageEvents = eventKinds(MessageView, {
  'message.received': { says: 'A contact sent a message.', withoutPrevious: true },
  'message.sent': { says: 'The provider has taken a message.' },
  'message.delivered': { says: 'A message was delivered.' },
  'message.failed': { says: 'A message failed, was not delivered, or nobody knows if it was sent; `status` says which.' },
});
