import type { ConversationId, MessageId, StaffUserId } from '../../../domain/shared/id.js';
import {
  fitsDirection,
  isWaiting,
  MESSAGE_STATUSES,
  queuedEmail,
  queuedText,
  receivedText,
  tellReceived,
} from '../../../domain/texting/message.js';
import { aText } from '../../support/builders/a-text.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
// safe: the domain only compares ids
const ids = { id: 'message' as MessageId, conversationId: 'thread' as ConversationId };

const queued = (body: string) =>
  queuedText(
    {
      ...{ ...ids, body, from: '+16135550100', to: '+16135550142' },
      ...{ automated: false, keywordAnswer: false, sentBy: 'morgan' as StaffUserId }, // safe: as above
    },
    NOW,
  );
const received = (body: string) =>
  receivedText({
    ...{ ...ids, body, from: '+16135550142', to: '+16135550100', providerId: 'SM1', createdAt: NOW },
    mediaSources: [{ contentType: 'image/jpeg', url: 'https://provider.example/1' }],
  });

it('a text to send is queued, and due at once', () => {
  expect(queued('Your car is ready.')).toEqual({
    ...{ ...ids, body: 'Your car is ready.', from: '+16135550100', to: '+16135550142', direction: 'outbound', status: 'queued' },
    ...{ automated: false, keywordAnswer: false, sentBy: 'morgan', error: null, media: [], mediaSources: [], segments: 1 },
    ...{ providerId: null, attempts: 0, dueAt: NOW, createdAt: NOW },
  });
});

it('an e-mail to send has no segments, and is never due by itself', () => {
  const text = queued('Your car is ready.');
  expect(queuedEmail(text, NOW)).toEqual({ ...text, segments: null, dueAt: null });
});

it('the service still has to send a message that is queued or being sent, and only an inbound one is received', () => {
  expect(MESSAGE_STATUSES.filter(isWaiting)).toEqual(['queued', 'sending']);
  expect(MESSAGE_STATUSES.filter((status) => fitsDirection(status, 'inbound'))).toEqual(['received']);
  expect(MESSAGE_STATUSES.filter((status) => !fitsDirection(status, 'outbound'))).toEqual(['received']);
});

it('a text of a contact is received and never due, and its files are not stored yet', () => {
  expect(received('Look')).toEqual({
    ...{ ...ids, body: 'Look', from: '+16135550142', to: '+16135550100', direction: 'inbound', status: 'received' },
    ...{ automated: false, keywordAnswer: false, sentBy: null, error: null, media: [], segments: 1, providerId: 'SM1' },
    ...{ mediaSources: [{ contentType: 'image/jpeg', url: 'https://provider.example/1' }] },
    ...{ attempts: 0, dueAt: null, createdAt: NOW },
  });
});

it.each([
  ['x'.repeat(160), 1],
  ['x'.repeat(161), 2],
  ['é'.repeat(160), 1],
  ['ê'.repeat(71), 2],
  ['👍'.repeat(1600), 49],
])('%.5s… counts its segments', (body, segments) => {
  expect([queued(body).segments, received(body).segments]).toEqual([segments, segments]);
});

it('an inbound message is told of once, as it is', () => {
  const message = aText({ direction: 'inbound', status: 'received' });
  expect(tellReceived(message, NOW)).toEqual({
    ...{ next: message, events: [{ type: 'message.received' }], changed: true, at: NOW },
  });
});
