import { addMissedCall } from '../../../domain/inbox/add-message.js';
import { CONVERSATION_STATUSES, isUnread } from '../../../domain/inbox/conversation.js';
import { aThread } from '../../support/builders/a-thread.js';
import { at } from '../../support/test-clock.js';

const NINE = at('2026-03-02T09:00:00.000Z');
const TEN = at('2026-03-02T10:00:00.000Z');
const NOON = at('2026-03-02T12:00:00.000Z');

test.each(CONVERSATION_STATUSES)('a missed call makes a thread unread that is %s, and leaves its status', (status) => {
  const thread = aThread({ status, lastMessageAt: NINE, lastOutboundAt: NINE, readAt: NINE });
  const { next, events } = addMissedCall(thread, TEN, NOON);
  expect(next).toEqual({ ...thread, lastMessageAt: TEN, lastInboundAt: TEN });
  expect([isUnread(next), events]).toEqual([true, [{ type: 'conversation.updated' }]]);
});

test('the times never move back, and the same call again changes nothing', () => {
  const thread = aThread({ lastMessageAt: TEN, lastInboundAt: TEN });
  for (const time of [NINE, TEN]) expect(addMissedCall(thread, time, NOON)).toEqual({ next: thread, events: [], changed: false });
  const answered = addMissedCall(aThread({ lastMessageAt: NOON, lastOutboundAt: NOON }), TEN, NOON).next;
  expect([answered.lastMessageAt, answered.lastInboundAt, isUnread(answered)]).toEqual([NOON, TEN, false]);
});
