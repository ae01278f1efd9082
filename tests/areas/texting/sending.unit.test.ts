import { later } from '../../../domain/shared/instant.js';
import { MESSAGE_STATUSES, type MessageStatus } from '../../../domain/texting/message.js';
import {
  endQueued,
  giveUp,
  importMessage,
  loseSight,
  putBack,
  report,
  tryAgain,
  type Report,
} from '../../../domain/texting/sending.js';
import { aText } from '../../support/builders/a-text.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:10.000Z');
const WAITING: readonly MessageStatus[] = ['queued', 'sending'];
const UNDER_WAY: readonly MessageStatus[] = [...WAITING, 'unconfirmed'];
const REPORTED = ['sent', 'delivered', 'undelivered', 'failed'] as const;
const EVENTS = { sent: 'message.sent', delivered: 'message.delivered', undelivered: 'message.failed', failed: 'message.failed' };
const said = (status: Report['status'], fields: Partial<Report> = {}): Report => ({
  ...{ status, providerId: null, segments: null, error: null },
  ...fields,
});

describe('a report of the provider', () => {
  const leads = (current: MessageStatus, reported: Report['status']): boolean =>
    UNDER_WAY.includes(current) || (current === 'sent' && reported !== 'sent');
  const pairs = MESSAGE_STATUSES.flatMap((current) => REPORTED.map((reported) => [current, reported] as const));

  it.each(pairs.filter((pair) => leads(...pair)))('makes a text that is %s %s, and tells of it once', (current, reported) => {
    const text = aText({ status: current, dueAt: NOW });
    const error = reported === 'failed' || reported === 'undelivered' ? '30003: Out of reach.' : null;
    const decision = report(text, said(reported, { providerId: 'SM1', segments: 2, error }), NOW);
    expect(decision).toEqual({
      next: { ...text, status: reported, providerId: 'SM1', segments: 2, error, dueAt: null },
      events: [{ type: EVENTS[reported] }],
      changed: true,
      at: NOW,
    });
    expect(report(decision.next, said(reported, { error }), NOW)).toEqual({ next: decision.next, events: [], changed: false });
  });

  it.each(pairs.filter((pair) => !leads(...pair)))('leaves a text that is %s, when it says %s', (current, reported) => {
    const text = aText({ status: current, error: 'opted_out', providerId: 'SM1' });
    expect(report(text, said(reported, { error: '30003: Out of reach.' }), NOW)).toEqual({
      ...{ next: text, events: [], changed: false },
    });
  });

  it('that comes before the answer leaves the answer to bring the provider’s id and the segments, without a further event', () => {
    const { next } = report(aText({ status: 'sending' }), said('delivered'), NOW);
    expect(report(next, said('sent', { providerId: 'SM1', segments: 3 }), NOW)).toEqual({
      next: { ...next, providerId: 'SM1', segments: 3 },
      events: [],
      changed: true,
      at: NOW,
    });
  });

  it('never replaces the provider’s id, and keeps the segments when it names none', () => {
    const text = aText({ status: 'sent', providerId: 'SM1', segments: 2 });
    expect(report(text, said('delivered', { providerId: 'SM2' }), NOW).next).toMatchObject({ providerId: 'SM1', segments: 2 });
  });
});

describe.each(MESSAGE_STATUSES)('a text that is %s', (status) => {
  const text = aText({ status, dueAt: NOW });
  const same = { next: text, events: [], changed: false };
  const failed = { events: [{ type: 'message.failed' }], changed: true, at: NOW };

  it(`is ${WAITING.includes(status) ? '' : 'not '}ended by a rule`, () => {
    const ended = { next: { ...text, status: 'failed', error: 'no_sender', dueAt: null }, ...failed };
    expect(giveUp(text, 'no_sender', NOW)).toEqual(WAITING.includes(status) ? ended : same);
  });

  it(`is ${WAITING.includes(status) ? '' : 'not '}unconfirmed when nobody knows if the provider has it`, () => {
    const lost = { next: { ...text, status: 'unconfirmed', dueAt: null }, ...failed };
    expect(loseSight(text, NOW)).toEqual(WAITING.includes(status) ? lost : same);
  });

  it(`is ${status === 'sending' ? '' : 'not '}put back for another try`, () => {
    const waits = {
      next: { ...text, status: 'queued', attempts: 1, dueAt: later(NOW, 1_000) },
      events: [],
      changed: true,
      at: NOW,
    };
    expect(tryAgain(text, null, NOW)).toEqual(status === 'sending' ? waits : same);
  });
});

describe('another try', () => {
  const tried = (attempts: number, pauseMs: number | null = null) =>
    tryAgain(aText({ status: 'sending', attempts }), pauseMs, NOW).next;

  it.each([
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 8],
    [4, 16],
  ])('after %i earlier ones waits %i s', (attempts, seconds) => {
    expect(tried(attempts)).toMatchObject({ status: 'queued', attempts: attempts + 1, dueAt: later(NOW, seconds * 1_000) });
  });

  it('does not follow the sixth one: the text has failed', () => {
    const decision = tryAgain(aText({ status: 'sending', attempts: 5 }), null, NOW);
    expect(decision).toMatchObject({
      next: { status: 'failed', error: 'provider_unavailable', attempts: 6, dueAt: null },
      events: [{ type: 'message.failed' }],
    });
  });

  it('waits as long as the provider asks for, and never shorter than without that', () => {
    expect(tried(0, 5_000)).toMatchObject({ dueAt: later(NOW, 5_000) });
    expect(tried(3, 5_000)).toMatchObject({ dueAt: later(NOW, 8_000) });
    expect(tried(0, 0)).toMatchObject({ dueAt: later(NOW, 1_000) });
  });
});

it('only a text that still waits is ended, and only an e-mail that was being sent is put back', () => {
  for (const status of MESSAGE_STATUSES) {
    const text = aText({ status, attempts: 2 });
    const ended = endQueued(text, 'opted_out', NOW);
    expect(ended).toEqual(status === 'queued' ? giveUp(text, 'opted_out', NOW) : { next: text, events: [], changed: false });
    const back = { next: { ...text, status: 'queued', attempts: 3 }, events: [], changed: true, at: NOW };
    expect(putBack(text, NOW)).toEqual(status === 'sending' ? back : { next: text, events: [], changed: false });
  }
});

describe('an imported message', () => {
  it.each(REPORTED)('that is %s is told like one that was sent, and once only', (status) => {
    const text = aText({ status });
    expect(importMessage(null, text, NOW)).toMatchObject({ next: text, events: [{ type: EVENTS[status] }], changed: true });
    expect(importMessage(text, { ...text, body: 'Other words' }, NOW)).toMatchObject({ events: [], changed: false });
    expect(importMessage(aText({ status: 'unconfirmed' }), text, NOW).events).toEqual([{ type: EVENTS[status] }]);
  });

  it('from a customer is told as received', () => {
    const received = aText({ direction: 'inbound', status: 'received' });
    expect(importMessage(null, received, NOW).events).toEqual([{ type: 'message.received' }]);
  });

  it('that waits here is told when it is sent', () => {
    expect(importMessage(null, aText({ status: 'queued' }), NOW).events).toEqual([]);
  });
});
