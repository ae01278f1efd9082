import { Conflict } from '../../../domain/shared/errors.js';
import type { Decision, EventKind } from '../../../domain/shared/events.js';
import type { ConversationId, MessageId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { TextingReason } from '../../../domain/texting/may-text.js';
import {
  amend,
  cancel,
  schedule,
  SCHEDULED_MESSAGE_MOVES,
  SCHEDULED_MESSAGE_STATUSES,
  type ScheduledMessage,
  type ScheduledMessageStatus,
} from '../../../domain/texting/scheduled-message.js';
import { afterTry, failSending, finishSending, holdBack, refuse, startSending } from '../../../domain/texting/send-scheduled.js';
import { aText } from '../../support/builders/a-text.js';
import { at } from '../../support/test-clock.js';

const NIGHT = at('2026-03-03T03:00:00Z');
const NOW = at('2026-03-03T03:00:01Z');
const MORNING = at('2026-03-03T13:00:00Z');
const MESSAGE = 'two' as MessageId; // any text is an id here
const THREAD = 'thread' as ConversationId;

function aScheduledMessage(fields: Partial<ScheduledMessage> = {}): ScheduledMessage {
  return {
    id: 'one' as ScheduledMessage['id'],
    conversationId: null,
    customerId: 'dana' as NonNullable<ScheduledMessage['customerId']>,
    channel: 'sms',
    purpose: 'business',
    body: 'Your car is ready. Reply to this text to reach us.',
    subject: null,
    to: '+16135550100',
    scheduledFor: NIGHT,
    sendAt: NIGHT,
    status: 'scheduled',
    error: null,
    linksRemoved: false,
    removedLinks: [],
    scheduledBy: null,
    automationId: null,
    messageId: null,
    held: null,
    createdAt: at('2026-03-01T09:00:00Z'),
    ...fields,
  };
}

const SENDING = aScheduledMessage({ status: 'sending', messageId: MESSAGE });
const refusal = (reasons: readonly TextingReason[], nextPermittedAt: Instant | null = null) =>
  ({ allowed: false, reasons, nextPermittedAt, sentence: 'no' }) as const;

const VERBS: Readonly<Record<string, (message: ScheduledMessage) => Decision<ScheduledMessage, EventKind>>> = {
  cancel: (message) => cancel(message, NOW),
  amend: (message) => amend(message, { body: 'Another body.' }, NOW),
  startSending: (message) => startSending(message, MESSAGE, NOW),
  postpone: (message) => holdBack(message, refusal(['quiet_hours'], MORNING), NOW),
  refuse: (message) => holdBack(message, refusal(['opted_out']), NOW),
  finishSending: (message) => finishSending(message, THREAD, NOW),
  failSending: (message) => failSending(message, '30003', THREAD, NOW),
};

describe('a scheduled message', () => {
  const MOVES: readonly [ScheduledMessageStatus, string, Partial<ScheduledMessage>, string[]][] = [
    ['scheduled', 'cancel', { status: 'canceled' }, ['scheduled_message.canceled']],
    ['scheduled', 'amend', { body: 'Another body.' }, ['scheduled_message.updated']],
    ['scheduled', 'startSending', { status: 'sending', messageId: MESSAGE }, []],
    ['sending', 'postpone', { status: 'scheduled', sendAt: MORNING, messageId: null }, ['scheduled_message.updated']],
    ['sending', 'refuse', { status: 'refused', error: 'opted_out', messageId: null }, ['scheduled_message.refused']],
    ['sending', 'finishSending', { status: 'sent', conversationId: THREAD }, ['scheduled_message.sent']],
    ['sending', 'failSending', { status: 'failed', error: '30003', conversationId: THREAD }, []],
  ];
  const REFUSED = SCHEDULED_MESSAGE_STATUSES.flatMap((status) =>
    Object.keys(VERBS).map((verb) => [status, verb] as const),
  ).filter(([status, verb]) => !MOVES.some(([from, name]) => from === status && name === verb));

  it.each(MOVES)('that is %s changes by %s', (status, verb, fields, events) => {
    const before = status === 'sending' ? SENDING : aScheduledMessage({ status });
    const next = { ...before, ...fields };
    expect(VERBS[verb]!(before)).toEqual({ next, events: events.map((type) => ({ type })), changed: true, at: NOW });
  });

  it.each(REFUSED)('that is %s refuses %s', (status, verb) => {
    const message = aScheduledMessage({ status });
    if (verb === 'startSending') expect(VERBS[verb]!(message)).toEqual({ next: message, events: [], changed: false });
    else expect(() => VERBS[verb]!(message)).toThrow(Conflict);
  });

  it('moves only as the table of its moves says', () => {
    const seen = MOVES.filter(([, verb]) => verb !== 'amend').map(([from, , { status }]) => `${from} ${status}`);
    const listed = SCHEDULED_MESSAGE_STATUSES.flatMap((from) => SCHEDULED_MESSAGE_MOVES[from].map((to) => `${from} ${to}`));
    expect(seen.sort()).toEqual(listed.sort());
  });

  it('waits for its time once it is scheduled', () => {
    const message = aScheduledMessage();
    const { id, conversationId, customerId, channel, purpose, body, subject, to } = message;
    const { linksRemoved, removedLinks, scheduledBy, automationId } = message;
    const named = { id, conversationId, customerId, channel, purpose, body, subject, to };
    const given = { ...named, linksRemoved, removedLinks, scheduledBy, automationId, sendAt: MORNING };
    const { next, events } = schedule(given, NOW);
    expect(next).toEqual(aScheduledMessage({ scheduledFor: MORNING, sendAt: MORNING, createdAt: NOW }));
    expect(events).toEqual([{ type: 'scheduled_message.created' }]);
  });

  it('is not taken before its time', () => {
    expect(startSending(aScheduledMessage({ sendAt: MORNING }), MESSAGE, NOW).changed).toBe(false);
    expect(startSending(aScheduledMessage({ sendAt: NOW }), MESSAGE, NOW).changed).toBe(true);
  });

  it('does not change if it has the values already', () => {
    const before = aScheduledMessage();
    const { body, subject, linksRemoved, removedLinks, sendAt } = before;
    expect(amend(before, { body, subject, linksRemoved, removedLinks, sendAt }, NOW)).toMatchObject({
      next: before,
      changed: false,
    });
  });

  it('keeps its message and thread if it is refused after that was made', () => {
    const { next } = refuse(SENDING, 'opted_out', THREAD, NOW);
    expect(next).toEqual({ ...SENDING, status: 'refused', error: 'opted_out', conversationId: THREAD });
  });

  it('says why it cannot be canceled', () => {
    expect(() => cancel(aScheduledMessage({ status: 'sent' }), NOW)).toThrow(
      'the message is sent: only one that still waits can be canceled',
    );
  });

  it('waits from the time to which it is moved by hand', () => {
    const { next } = amend(aScheduledMessage(), { sendAt: MORNING }, NOW);
    expect([next.scheduledFor, next.sendAt]).toEqual([MORNING, MORNING]);
  });
});

describe('a scheduled message that a rule of texting holds back', () => {
  const outcome = (reasons: readonly TextingReason[], next: Instant | null, message = SENDING): unknown => {
    const { status, sendAt, error } = holdBack(message, refusal(reasons, next), NOW).next;
    return status === 'scheduled' ? sendAt : error;
  };

  it.each<[string, TextingReason[], Instant | null, unknown]>([
    ['waits for the end of quiet hours', ['quiet_hours'], MORNING, MORNING],
    ['waits for 24 hours', ['quiet_hours'], at('2026-03-04T03:00:00Z'), at('2026-03-04T03:00:00Z')],
    ['waits no longer than 24 hours', ['quiet_hours'], at('2026-03-04T03:00:01Z'), 'quiet_hours'],
    ['is refused if quiet hours never end', ['quiet_hours'], null, 'quiet_hours'],
    ['waits if the hourly limit is reached, too', ['quiet_hours', 'hourly_limit'], MORNING, MORNING],
    ['is refused at the hourly limit alone', ['hourly_limit'], null, 'hourly_limit'],
    ['is refused if it is too late, also in quiet hours', ['quiet_hours', 'too_late'], MORNING, 'too_late'],
    ['is refused after a STOP, also in quiet hours', ['opted_out', 'quiet_hours'], MORNING, 'opted_out'],
    ['is refused without a sender, also in quiet hours', ['quiet_hours', 'no_sender'], MORNING, 'no_sender'],
    ['is refused by a suspension, also in quiet hours', ['quiet_hours', 'account_suspended'], MORNING, 'account_suspended'],
    ['is refused without the feature', ['feature_off', 'too_late'], null, 'feature_off'],
  ])('%s', (_, reasons, next, expected) => {
    expect(outcome(reasons, next)).toBe(expected);
  });

  it('waits 24 hours in all, however often it is moved', () => {
    const moved = aScheduledMessage({ status: 'sending', sendAt: MORNING });
    expect(outcome(['quiet_hours'], at('2026-03-04T13:00:00Z'), moved)).toBe('quiet_hours');
  });
});

describe('a scheduled message after a try to send it', () => {
  const tried = (fields: Parameters<typeof aText>[0]) => {
    const { next, events } = afterTry(SENDING, { message: aText({ conversationId: THREAD, ...fields }), refusal: null }, NOW);
    return [next.status, next.error, next.conversationId, next.messageId, events.map(({ type }) => type)];
  };

  it('is held back by a rule before its message was made', () => {
    const { reasons, nextPermittedAt } = refusal(['opted_out']);
    const decision = afterTry(SENDING, { message: null, refusal: { reasons, nextPermittedAt } }, NOW);
    expect(decision).toEqual(holdBack(SENDING, { reasons, nextPermittedAt }, NOW));
  });

  it.each(['sent', 'delivered', 'unconfirmed'] as const)('counts as sent if its message is %s', (status) => {
    expect(tried({ status })).toEqual(['sent', null, THREAD, MESSAGE, ['scheduled_message.sent']]);
  });

  it('is refused if a rule has ended its message, and fails if the provider or the service has', () => {
    const refused = ['refused', 'hourly_limit', THREAD, MESSAGE, ['scheduled_message.refused']];
    expect(tried({ status: 'failed', error: 'hourly_limit' })).toEqual(refused);
    expect(tried({ status: 'failed', error: '30003: unreachable' })).toEqual([
      'failed',
      '30003: unreachable',
      THREAD,
      MESSAGE,
      [],
    ]);
    expect(tried({ status: 'failed', error: null })).toEqual(['failed', 'failed', THREAD, MESSAGE, []]);
  });
});
