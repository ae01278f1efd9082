import { addInbound, addOutbound, addUnansweringOutbound } from '../../../domain/inbox/add-message.js';
import {
  CONVERSATION_MOVES,
  CONVERSATION_STATUSES,
  isUnanswered,
  isUnread,
  newTextThread,
  type Conversation,
} from '../../../domain/inbox/conversation.js';
import type { ConversationId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { ThreadMessage } from '../../../domain/texting/message.js';
import { aThread } from '../../support/builders/a-thread.js';
import { aText } from '../../support/builders/a-text.js';
import { at } from '../../support/test-clock.js';
import { withoutMove } from '../../support/without-move.js';

const EARLIEST = at('2026-03-01T09:00:00.000Z');
const EARLIER = at('2026-03-02T09:00:00.000Z');
const NOW = at('2026-03-03T09:00:00.000Z');
const LINE = '+16135550100' as E164; // safe: a number in E.164
const OTHER_LINE = '+16135550101' as E164; // safe: as above
const written = { lastMessageAt: EARLIER, lastInboundAt: EARLIER };
const answered = { ...written, lastMessageAt: NOW, lastOutboundAt: NOW, lastHumanOutboundAt: NOW };
const inbound = (createdAt = NOW): ThreadMessage => aText({ direction: 'inbound', status: 'received', createdAt });
const outbound = (fields: Partial<ThreadMessage> = {}): ThreadMessage => aText({ createdAt: NOW, ...fields });

describe('a message of the contact', () => {
  const add = (before: Partial<Conversation>, message = inbound()) => addInbound(aThread(before), message, LINE, NOW).next;

  it.each(CONVERSATION_STATUSES)('opens a thread that is %s, and announces conversation.updated', (status) => {
    const thread = aThread({ status, ...written });
    expect(addInbound(thread, inbound(), LINE, NOW)).toMatchObject({
      next: { ...thread, status: 'open', line: LINE, lastMessageAt: NOW, lastInboundAt: NOW },
      events: [{ type: 'conversation.updated' }],
      changed: true,
      at: NOW,
    });
  });

  it.each<[string, Partial<Conversation>]>([
    ['a new thread', {}],
    ['an answered thread', { lastOutboundAt: EARLIER, lastHumanOutboundAt: EARLIER }],
    ['a thread that was marked read', { ...written, readAt: EARLIER }],
    ['a thread that was marked unread', { ...written, markedUnread: true }],
    ['a thread that was answered in the same millisecond', answered],
    ['a thread that was marked read in the same millisecond', { ...written, readAt: NOW }],
  ])('makes %s unread', (_, before) => {
    expect(isUnread(add(before))).toBe(true);
  });

  it('makes the thread unread also when it comes late and is older than the shop’s last message, and moves no time back', () => {
    const late = add({ ...answered, readAt: NOW }, inbound(EARLIEST));
    expect(isUnread(late)).toBe(true);
    expect(late).toMatchObject(answered);
  });

  it('takes the mark away where the thread is unread without it', () => {
    expect(add({ ...written, markedUnread: true })).toMatchObject({ markedUnread: false });
  });

  it('is added to a thread that its table does not open, which stays as it is', async () => {
    await withoutMove(CONVERSATION_MOVES, 'closed', 'open', () => {
      expect(add({ status: 'closed' })).toMatchObject({ status: 'closed', lastInboundAt: NOW });
    });
  });

  it('keeps the line that the contact last wrote to', () => {
    expect(addInbound(aThread({ line: OTHER_LINE }), inbound(), LINE, NOW).next.line).toBe(LINE);
    expect(addInbound(aThread({ line: OTHER_LINE }), inbound(), null, NOW).next.line).toBe(OTHER_LINE);
  });

  it('leaves owner, pin and contact', () => {
    const { assignedTo, pinned, contactNumber, isAiManaged } = add({ pinned: true, contactNumber: LINE, isAiManaged: true });
    expect([assignedTo, pinned, contactNumber, isAiManaged]).toEqual([null, true, LINE, true]);
  });
});

describe('a message of the shop', () => {
  it.each(CONVERSATION_STATUSES)('leaves a thread %s, and announces conversation.updated', (status) => {
    expect(addOutbound(aThread({ status, ...written }), outbound(), NOW)).toMatchObject({
      next: { status, lastMessageAt: NOW, lastInboundAt: EARLIER, lastOutboundAt: NOW },
      events: [{ type: 'conversation.updated' }],
      changed: true,
      at: NOW,
    });
  });

  it.each([true, false])('makes an unread thread read, whether it was marked or not (automated: %j)', (automated) => {
    for (const markedUnread of [true, false]) {
      const { next } = addOutbound(aThread({ ...written, markedUnread }), outbound({ automated }), NOW);
      expect([isUnread(next), next.markedUnread]).toEqual([false, false]);
    }
  });

  it('answers the contact only when a person sent it', () => {
    const machine = addOutbound(aThread(written), outbound({ automated: true }), NOW).next;
    const person = addOutbound(aThread(written), outbound({ automated: false }), NOW).next;
    expect([machine.lastHumanOutboundAt, isUnanswered(machine)]).toEqual([null, true]);
    expect([person.lastHumanOutboundAt, isUnanswered(person)]).toEqual([NOW, false]);
  });

  it('moves no time back', () => {
    expect(addOutbound(aThread(answered), outbound({ createdAt: EARLIEST, automated: false }), NOW).next).toMatchObject(answered);
  });
});

describe('an answer to a keyword', () => {
  const answer = (before: Partial<Conversation>) =>
    addUnansweringOutbound(addInbound(aThread(before), inbound(), LINE, NOW).next, outbound({ keywordAnswer: true }), NOW).next;

  it.each<[string, Partial<Conversation>]>([
    ['new', {}],
    ['answered', answered],
    ['closed', { status: 'closed', readAt: NOW }],
    ['snoozed', { status: 'snoozed', ...written }],
  ])('leaves a thread that was %s open and unread, and nobody has answered', (_, before) => {
    const thread = answer(before);
    expect([thread.status, isUnread(thread), thread.lastOutboundAt]).toEqual(['open', true, NOW]);
    expect(thread.lastHumanOutboundAt).toBe(before.lastHumanOutboundAt ?? null);
  });

  it('makes no thread unread that was read', () => {
    const thread = addUnansweringOutbound(aThread({ ...written, readAt: NOW }), outbound(), NOW).next;
    expect([isUnread(thread), thread.markedUnread]).toEqual([false, false]);
  });

  it('is followed by an answer of a person, which makes the thread read', () => {
    const thread = addOutbound(answer({}), outbound({ automated: false }), NOW).next;
    expect([isUnread(thread), isUnanswered(thread)]).toEqual([false, false]);
  });
});

it('a new thread is open, read, and has the contact that it was begun with', () => {
  const id = 'thread' as ConversationId; // safe: the domain only compares ids
  const thread = newTextThread(id, LINE, { customerId: null, leadId: null }, NOW);
  expect(thread).toEqual(aThread({ id, contactNumber: LINE, createdAt: NOW }));
  expect([isUnread(thread), isUnanswered(thread)]).toEqual([false, false]);
});
