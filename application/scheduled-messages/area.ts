import { area } from '../area.js';
import { scheduledMessageEvents } from './scheduled-message.events.js';

export const scheduledMessagesArea = area({
  name: 'scheduled_messages',
  about: 'Messages that wait to be sent at a set time.',
  events: [scheduledMessageEvents],
});
