import { area } from '../area.js';
import { listConversations } from './list-conversations.js';
import { resolveContact } from './resolve-contact.js';

export const commsArea = area({
  name: 'comms',
  about: 'Talking with the shop’s contacts: what tools and capability endpoints need of the inbox.',
  operations: [listConversations, resolveContact],
});
