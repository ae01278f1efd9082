import { area } from '../area.js';
import { messageEvents } from './message.events.js';
import { messageKind } from './message.import.js';

export const messagesArea = area({
  name: 'messages',
  about: 'The messages in the inbox’s threads.',
  importKinds: [messageKind],
  events: [messageEvents],
});
