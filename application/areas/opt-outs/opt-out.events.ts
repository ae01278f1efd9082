import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { OptOutView } from './opt-out.view.js';

const aboutNumber: About = ({ customer, conversation, number }) => [
  ['customer', customer],
  ['conversation', conversation],
  ['number', number],
];

export const optOutEvents = eventKinds(OptOutView, aboutNumber, {
  'customer.texting_blocked': {
    says: 'A number may not be texted any more, or is blocked by another source now.',
    withoutPrevious: true,
  },
  'customer.texting_unblocked': { says: 'A number may be texted again.', withoutPrevious: true },
});
