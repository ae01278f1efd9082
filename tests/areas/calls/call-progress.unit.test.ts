import fc from 'fast-check';
import {
  applyProgress,
  endForgotten,
  forwarded,
  leaveVoicemail,
  REPORTED_STATES,
  type ForwardedTo,
  type Progress,
  type ReportedState,
} from '../../../domain/calls/call-progress.js';
import { CALL_STATUSES, newCall, type Call, type CallStatus } from '../../../domain/calls/call.js';
import type { CallId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import { DIRECTIONS, type Direction } from '../../../domain/texting/message.js';
import { at } from '../../support/test-clock.js';

const BEGAN = at('2026-03-02T09:00:00.000Z');
const NOW = at('2026-03-02T10:00:00.000Z');
const LIVE: readonly CallStatus[] = ['ringing', 'in_progress'];

const report = (state: ReportedState, second: number, seconds: number | null = null): Progress => ({
  state,
  at: later(BEGAN, second * 1000),
  seconds,
});
const begun = (direction: Direction, progress: Progress) =>
  newCall(
    {
      id: '0198a1f4-0000-7000-8000-000000000001' as CallId, // safe: an id is a UUID
      ...{
        providerId: 'CA1',
        conversationId: null,
        customerId: null,
        forwardedTo: null,
        voicemailLeft: false,
        direction,
        from: '+16135550142',
        to: '+16135550100',
      },
    },
    progress,
    NOW,
  );
const first = (direction: Direction, progress: Progress): Call => begun(direction, progress).next;
const inStatus = (status: CallStatus, direction: Direction): Call => ({
  ...first(direction, report('ringing', 0)),
  status,
  endedAt: LIVE.includes(status) ? null : later(BEGAN, 30_000),
  durationSeconds: LIVE.includes(status) ? null : 30,
  toldAt: status === 'in_progress' ? later(BEGAN, 60_000) : null,
  dueAt: LIVE.includes(status) ? later(BEGAN, 24 * 3_600_000) : null,
});

/** The status after a report. A report that is not named here leaves the status as it is. */
const MOVES: Readonly<Record<CallStatus, Partial<Record<ReportedState, CallStatus | 'unanswered'>>>> = {
  ringing: {
    in_progress: 'in_progress',
    completed: 'completed',
    unanswered: 'unanswered',
    failed: 'failed',
    canceled: 'canceled',
  },
  in_progress: { completed: 'completed', failed: 'failed' },
  completed: {},
  missed: {},
  failed: {},
  canceled: {},
};
const MATRIX = CALL_STATUSES.flatMap((status) =>
  REPORTED_STATES.flatMap((state) => DIRECTIONS.map((direction) => [direction, status, state] as const)),
);

describe('the status of a call', () => {
  it.each(MATRIX)('of an %s call that is %s follows the table when %s is reported', (direction, status, state) => {
    const move = MOVES[status][state] ?? status;
    const expected = move === 'unanswered' ? (direction === 'inbound' ? 'missed' : 'canceled') : move;
    const before = inStatus(status, direction);
    const { next, events, changed } = applyProgress(before, report(state, 60), NOW);
    expect(next.status).toBe(expected);
    if (expected === status) expect([next, changed]).toEqual([before, false]);
    const announced = expected === status ? [] : { completed: ['call.completed'], missed: ['call.missed'] }[expected as string];
    expect(events.map(({ type }) => type)).toEqual(announced ?? []);
    // A live call has no end, and is waited for.
    const isLive = LIVE.includes(expected);
    expect([next.endedAt === null, next.durationSeconds === null, next.dueAt !== null]).toEqual([isLive, isLive, isLive]);
  });

  it('is the same after every report of the call again', () => {
    for (const [direction, status, state] of MATRIX) {
      const once = applyProgress(inStatus(status, direction), report(state, 60), NOW).next;
      expect(applyProgress(once, report(state, 60), NOW)).toEqual({ next: once, events: [], changed: false });
    }
  });
});

describe('the times of a call', () => {
  it('go by the reports: the whole call with its ringing', () => {
    const rings = first('inbound', report('ringing', 0));
    const talks = applyProgress(rings, report('in_progress', 12), NOW).next;
    const over = applyProgress(talks, report('completed', 72, 60), NOW).next;
    expect([rings.startedAt, talks.startedAt, over.startedAt]).toEqual([BEGAN, BEGAN, BEGAN]);
    expect([talks.durationSeconds, over.durationSeconds, over.endedAt]).toEqual([null, 72, later(BEGAN, 72_000)]);
  });

  it('begin the reported length before the end, if the end is all that was reported', () => {
    const call = first('inbound', report('completed', 60, 45));
    expect([call.status, call.startedAt, call.durationSeconds]).toEqual(['completed', later(BEGAN, 15_000), 45]);
    expect(first('inbound', report('unanswered', 60)).durationSeconds).toBe(0);
  });

  it('grow without an event when an earlier report comes late', () => {
    const over = first('inbound', report('completed', 60, 45));
    const decision = applyProgress(over, report('ringing', 3), NOW);
    expect(decision).toMatchObject({ changed: true, events: [], next: { status: 'completed', durationSeconds: 57 } });
    expect([decision.next.startedAt, decision.next.endedAt]).toEqual([later(BEGAN, 3_000), over.endedAt]);
  });
});

describe('a call that never ends', () => {
  const rings = first('inbound', report('ringing', 0));
  const until = later(BEGAN, 24 * 3_600_000);

  it('fails after 24 hours if it rings, without an event', () => {
    expect(rings.dueAt).toBe(until);
    expect(endForgotten(rings, later(until, -1)).changed).toBe(false);
    expect(endForgotten(rings, until).changed).toBe(true);
    const { next, events } = endForgotten(rings, later(until, 60_000));
    expect([next.status, next.endedAt, next.durationSeconds, next.dueAt, events]).toEqual(['failed', until, 86_400, null, []]);
  });

  it('is completed after 24 hours if it was answered, at the last time that was told of it', () => {
    const talks = [report('in_progress', 12), report('in_progress', 45), report('ringing', 3)].reduce(
      (call, one) => applyProgress(call, one, NOW).next,
      rings,
    );
    expect([talks.dueAt, endForgotten(talks, later(until, -1)).changed]).toEqual([until, false]);
    const { next, events } = endForgotten(talks, until);
    expect([next.status, next.endedAt, next.durationSeconds, next.dueAt, events]).toEqual([
      ...['completed', later(BEGAN, 45_000), 45, null],
      [{ type: 'call.completed' }],
    ]);
  });

  it.each(CALL_STATUSES.filter((status) => !LIVE.includes(status)))('stays as it is when it is %s', (status) => {
    expect(endForgotten(inStatus(status, 'inbound'), later(until, 60_000)).changed).toBe(false);
  });
});

describe('a call that the provider has completed', () => {
  const completed = first('inbound', report('completed', 60, 60));
  type Part = 'voicemail' | ForwardedTo;
  const withPart = (call: Call, part: Part): Call =>
    (part === 'voicemail' ? leaveVoicemail(call, NOW) : forwarded(call, part, NOW)).next;

  it.each<[Part[], CallStatus]>([
    [[], 'completed'],
    [['voicemail'], 'missed'],
    [['nobody'], 'missed'],
    [['nobody', 'voicemail'], 'missed'],
    [['somebody'], 'completed'],
    [['somebody', 'nobody'], 'completed'],
    [['somebody', 'voicemail'], 'missed'],
    [['shop'], 'completed'],
    [['shop', 'nobody', 'voicemail'], 'completed'],
  ])('after the parts %j is %s, in every order of the reports', (parts, status) => {
    for (const order of [parts, parts.toReversed()]) {
      expect(order.reduce(withPart, completed).status).toBe(status);
      const before = order.reduce(withPart, first('inbound', report('ringing', 0)));
      expect(applyProgress(before, report('completed', 60, 60), NOW).next.status).toBe(status);
    }
  });

  it('tells that it is missed, once', () => {
    const { next, events } = leaveVoicemail(completed, NOW);
    expect([events, leaveVoicemail(next, NOW).changed, forwarded(next, 'nobody', NOW).events]).toEqual([
      [{ type: 'call.missed' }],
      false,
      [],
    ]);
  });

  it('is not missed if the shop has made it', () => {
    expect(withPart(first('outbound', report('completed', 60, 60)), 'nobody').status).toBe('completed');
  });
});

/** The reports of one call, as a provider makes them: each at one time, and one end that fits to what came before. */
const reportsOfACall = fc
  .record({
    rings: fc.subarray([0, 1, 2]),
    answered: fc.boolean(),
    end: fc.constantFrom<ReportedState>('completed', 'failed', 'unanswered', 'canceled'),
    seconds: fc.option(fc.nat(90)),
  })
  .map(({ rings, answered, end, seconds }) => [
    ...rings.map((second) => report('ringing', second)),
    ...(answered ? [report('in_progress', 10)] : []),
    report(answered && end !== 'failed' ? 'completed' : end, 70, seconds),
  ]);

// The exception is a provider that contradicts itself, for example with two different ends: then the first report counts.
it('any order and any repetition of the reports of a call give the same call and the same events', () => {
  const outcomeOf = (direction: Direction, [head, ...rest]: readonly Progress[]) => {
    if (!head) throw new Error('a call has at least the report of its end');
    const start = begun(direction, head);
    return rest.reduce(
      ({ call, events }, one) => {
        const decision = applyProgress(call, one, NOW);
        return { call: decision.next, events: [...events, ...decision.events] };
      },
      { call: start.next, events: [...start.events] },
    );
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...DIRECTIONS),
      reportsOfACall.chain((reports) =>
        fc.tuple(
          fc.constant(reports),
          fc
            .tuple(fc.shuffledSubarray(reports, { minLength: reports.length }), fc.array(fc.constantFrom(...reports)))
            .chain(([all, again]) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length })),
        ),
      ),
      (direction, [inOrder, received]) => {
        expect(outcomeOf(direction, received)).toEqual(outcomeOf(direction, inOrder));
      },
    ),
  );
});
