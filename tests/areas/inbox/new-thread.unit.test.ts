import { adopt, newCallThread, newEmailThread, newTextThread } from '../../../domain/inbox/conversation.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { ConversationId, CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
// The casts are safe: the domain only passes on ids, numbers and addresses.
const ID = 'thread' as ConversationId;
const DANA = 'dana' as CustomerId;
const NUMBER = '+16135550142' as E164;
const ADDRESS = 'dana@example.com' as EmailAddress;
const CONTACT = { customerId: DANA, leadId: null };
const EMPTY = {
  id: ID,
  ...CONTACT,
  createdAt: NOW,
  status: 'open',
  line: null,
  assignedTo: null,
  pinned: false,
  isAiManaged: false,
  readAt: null,
  markedUnread: false,
  lastMessageAt: null,
  lastInboundAt: null,
  lastOutboundAt: null,
  lastHumanOutboundAt: null,
  externalId: null,
  metadata: {},
};

it('a new thread has its contact and its channel, and nothing has happened in it', () => {
  const ofNumber = { ...EMPTY, contactNumber: NUMBER, contactEmail: null, subject: null };
  expect(newTextThread(ID, NUMBER, CONTACT, NOW)).toEqual({ ...ofNumber, channel: 'sms' });
  expect(newCallThread(ID, NUMBER, CONTACT, NOW)).toEqual({ ...ofNumber, channel: 'call' });
  const ofAddress = { ...EMPTY, contactNumber: null, contactEmail: ADDRESS, subject: 'Prices' };
  expect(newEmailThread(ID, ADDRESS, CONTACT, 'Prices', NOW)).toEqual({ ...ofAddress, channel: 'email' });
});

it('a thread of nobody becomes that of a customer, and of no other', () => {
  const thread = newTextThread(ID, NUMBER, { customerId: null, leadId: null }, NOW);
  const adopted = adopt(thread, DANA, NOW);
  const next = { ...thread, customerId: DANA };
  expect(adopted).toEqual({ next, events: [{ type: 'conversation.updated' }], changed: true, at: NOW });
  expect(adopt(next, 'lee' as CustomerId, NOW)).toEqual({ next, events: [], changed: false });
});
