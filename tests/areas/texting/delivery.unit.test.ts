import fc from 'fast-check';
import { MESSAGE_STATUSES, type MessageStatus } from '../../../domain/texting/message.js';
import { statusAfter } from '../../../domain/texting/sending.js';

/** For each status, the reports that change it. All others leave it as it is. */
const MOVES: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  received: [],
  queued: ['sending', 'unconfirmed', 'sent', 'delivered', 'failed', 'undelivered'],
  sending: ['unconfirmed', 'sent', 'delivered', 'failed', 'undelivered'],
  unconfirmed: ['sent', 'delivered', 'failed', 'undelivered'],
  sent: ['delivered', 'failed', 'undelivered'],
  delivered: [],
  failed: [],
  undelivered: [],
};
const PAIRS = MESSAGE_STATUSES.flatMap((current) => MESSAGE_STATUSES.map((reported) => [current, reported] as const));

describe('the status of an outbound message', () => {
  it.each(PAIRS)('that is %s moves forward only, when %s is reported', (current, reported) => {
    expect(statusAfter(current, reported)).toBe(MOVES[current].includes(reported) ? reported : current);
  });

  it('is the same after the same reports with copies among them', () => {
    const report = fc.constantFrom(...MESSAGE_STATUSES);
    fc.assert(
      fc.property(fc.array(report), fc.constantFrom(...MESSAGE_STATUSES), (reports, start) => {
        const once = reports.reduce(statusAfter, start);
        expect(reports.flatMap((one) => [one, one]).reduce(statusAfter, start)).toBe(once);
        expect([...reports, ...reports].reduce(statusAfter, start)).toBe(once);
      }),
    );
  });

  it('ends as delivered in any order of the reports of a delivery', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['queued', 'sending', 'unconfirmed', 'sent'] as const), fc.nat(4), (others, place) => {
        const reports: MessageStatus[] = [...others];
        reports.splice(place, 0, 'delivered');
        expect(reports.reduce(statusAfter, 'queued')).toBe('delivered');
      }),
    );
  });
});
