import { changeConversation, type ConversationChange } from '../../../domain/inbox/change-conversation.js';
import { CONVERSATION_MOVES, CONVERSATION_STATUSES, isUnread, type Conversation } from '../../../domain/inbox/conversation.js';
import { Conflict } from '../../../domain/shared/errors.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import { canMove, MoveRefused } from '../../../domain/shared/transitions.js';
import { aThread } from '../../support/builders/a-thread.js';
import { at } from '../../support/test-clock.js';
import { withoutMove } from '../../support/without-move.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const EARLIER = at('2026-03-02T09:00:00.000Z');
const MORGAN = 'morgan' as StaffUserId; // safe: the domain only compares ids
const written = { lastMessageAt: EARLIER, lastInboundAt: EARLIER };
const verb = (name: Exclude<ConversationChange['verb'], 'staff_id' | 'external_id' | 'metadata'>): ConversationChange => ({
  verb: name,
  value: true,
});

const CHANGES: readonly [string, Partial<Conversation>, ConversationChange, Partial<Conversation>][] = [
  ['mark_done closes an open thread', { status: 'open' }, verb('mark_done'), { status: 'closed' }],
  ['mark_done closes a snoozed thread', { status: 'snoozed' }, verb('mark_done'), { status: 'closed' }],
  ['mark_open opens a closed thread', { status: 'closed' }, verb('mark_open'), { status: 'open' }],
  ['mark_open opens a snoozed thread', { status: 'snoozed' }, verb('mark_open'), { status: 'open' }],
  ['snooze parks an open thread', { status: 'open' }, verb('snooze'), { status: 'snoozed' }],
  ['snooze parks a closed thread', { status: 'closed' }, verb('snooze'), { status: 'snoozed' }],
  ['pin pins a thread', { pinned: false }, verb('pin'), { pinned: true }],
  ['unpin unpins a thread', { pinned: true }, verb('unpin'), { pinned: false }],
  ['unassign takes the owner away', { assignedTo: MORGAN }, verb('unassign'), { assignedTo: null }],
  ['mark_read reads an unread thread', written, verb('mark_read'), { readAt: NOW }],
  ['mark_read takes the mark away', { ...written, markedUnread: true }, verb('mark_read'), { readAt: NOW, markedUnread: false }],
  [
    'mark_read reads a message whose time is still to come',
    { lastInboundAt: at('2026-03-04T09:00:00.000Z') },
    verb('mark_read'),
    { readAt: at('2026-03-04T09:00:00.000Z') },
  ],
  ['mark_unread marks a read thread', { ...written, readAt: NOW }, verb('mark_unread'), { markedUnread: true }],
];

it.each(CHANGES)('%s and announces conversation.updated', (_, before, change, part) => {
  const thread = aThread(before);
  expect(changeConversation(thread, change, NOW)).toEqual({
    next: { ...thread, ...part },
    events: [{ type: 'conversation.updated' }],
    changed: true,
    at: NOW,
  });
});

it.each(CHANGES)('%s only once: a second time changes and announces nothing', (_, before, change) => {
  const { next } = changeConversation(aThread(before), change, NOW);
  expect(changeConversation(next, change, NOW)).toEqual({ next, events: [], changed: false });
});

const TO = { mark_open: 'open', snooze: 'snoozed', mark_done: 'closed' } as const;
const STATUS_VERBS = Object.keys(TO) as (keyof typeof TO)[]; // safe: the keys of a literal

it.each(CONVERSATION_STATUSES.flatMap((from) => STATUS_VERBS.map((name) => [from, name] as const)))(
  'a thread that is %s takes %s as its table says, and moves nowhere if it has the status already',
  (from, name) => {
    const { next, changed } = changeConversation(aThread({ status: from }), verb(name), NOW);
    expect([next.status, changed]).toEqual([TO[name], from !== TO[name]]);
    expect(canMove(CONVERSATION_MOVES, from, TO[name])).toBe(changed);
  },
);

it('a thread does not move as its table forbids', async () => {
  const refused = new MoveRefused('status', 'a thread cannot move from closed to snoozed');
  await withoutMove(CONVERSATION_MOVES, 'closed', 'snoozed', () => {
    expect(() => changeConversation(aThread({ status: 'closed' }), verb('snooze'), NOW)).toThrow(refused);
  });
});

it('staff_id gives a thread to a teammate and announces conversation.assigned, but not to the one who has it', () => {
  const thread = aThread();
  const given = changeConversation(thread, { verb: 'staff_id', value: MORGAN }, NOW);
  expect(given).toMatchObject({ next: { ...thread, assignedTo: MORGAN }, events: [{ type: 'conversation.assigned' }] });
  expect(changeConversation(given.next, { verb: 'staff_id', value: MORGAN }, NOW)).toMatchObject({ changed: false });
});

it('mark_unread is refused for a thread without a message from the contact', () => {
  const answered = aThread({ lastMessageAt: EARLIER, lastOutboundAt: EARLIER });
  const refused = new Conflict('the thread has no message from the contact, so it cannot be unread');
  expect(() => changeConversation(answered, verb('mark_unread'), NOW)).toThrow(refused);
});

it.each<[boolean, Partial<Conversation>]>([
  [false, {}],
  [true, written],
  [false, { ...written, lastOutboundAt: NOW }],
  [false, { ...written, lastOutboundAt: EARLIER }],
  [true, { lastInboundAt: NOW, lastOutboundAt: EARLIER }],
  [false, { ...written, readAt: EARLIER }],
  [true, { lastInboundAt: NOW, readAt: EARLIER }],
  [true, { ...written, readAt: NOW, markedUnread: true }],
])('unread is %j of a thread with %j', (unread, fields) => {
  expect(isUnread(aThread(fields))).toBe(unread);
});
