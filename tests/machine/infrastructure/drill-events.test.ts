interface Arrival {
  readonly endpoint: string;
  readonly event: string;
  readonly record: string;
  readonly at: number;
  readonly status: number;
  readonly signed: boolean;
}
interface History {
  readonly changes: readonly object[];
  readonly stored: readonly object[];
  readonly arrivals: readonly Arrival[];
  readonly feed: readonly object[];
}
interface Rules {
  readonly living: readonly string[];
  readonly prompt: string;
  readonly mostMs: number;
  readonly mostRepeated: number;
  readonly allSucceed: boolean;
}
interface Judging {
  readonly CHECKS: Readonly<Record<string, (history: History, rules: Rules) => string[]>>;
  readonly judgeEvents: (history: History, rules: Rules) => string[];
}

const file = new URL('../../../workshop/drills/support/event-history.mjs', import.meta.url).href;
const { CHECKS, judgeEvents } = (await import(file)) as Judging; // safe: the script has no types, but has these exports

const RULES: Rules = { living: ['fast', 'broken'], prompt: 'fast', mostMs: 1000, mostRepeated: 0.25, allSucceed: true };

const change = (n: number, part: object = {}): object => ({
  ...{ name: `Change ${n}`, status: 201, record: `lead-${n}`, at: n * 100, tries: 1, ...part },
});
const arrival = (n: number, endpoint: string, part: Partial<Arrival> = {}): Arrival => ({
  ...{ endpoint, event: `event-${n}`, record: `lead-${n}`, at: n * 100 + 50, status: 200, signed: true, ...part },
});
const inFeed = (n: number, part: object = {}): object => ({ event: `event-${n}`, number: n, record: `lead-${n}`, ...part });

/** Two changes of which all was told, and a third that a client had to repeat. Its answer came after its event. */
const SOUND: History = {
  changes: [change(1), change(2), change(3, { tries: 4, at: 90_000 })],
  stored: [1, 2, 3].map((n) => ({ name: `Change ${n}`, record: `lead-${n}` })),
  arrivals: [
    ...[1, 2, 3].flatMap((n) => [arrival(n, 'fast'), arrival(n, 'broken', { at: n * 5000 }), arrival(n, 'dead', { status: 0 })]),
    arrival(2, 'broken', { status: 500 }),
  ],
  feed: [1, 2, 3].map((n) => inFeed(n)),
};
const { changes, stored, arrivals, feed } = SOUND;
const third = { name: 'Change 4', record: 'lead-4' };

interface Planted {
  readonly check: string;
  readonly planted: Partial<History>;
  readonly fault: string;
  readonly rules?: Rules;
}
const PLANTED: readonly Planted[] = [
  { check: 'acknowledged', planted: { stored: stored.slice(1) }, fault: '1 acknowledged changes are not stored' },
  {
    check: 'acknowledged',
    planted: { stored: [...stored, { name: 'Change 1', record: 'lead-9' }] },
    fault: '1 changes are stored twice',
  },
  { check: 'acknowledged', planted: { changes: [...changes, change(4, { status: 503 })] }, fault: '1 changes never succeeded' },
  { check: 'reached', planted: { stored: [...stored, third] }, fault: '1 stored changes never reached the endpoint fast' },
  {
    check: 'reached',
    planted: { arrivals: arrivals.filter((one) => one.record !== 'lead-2' || one.status !== 200 || one.endpoint !== 'broken') },
    fault: '1 stored changes never reached the endpoint broken',
  },
  { check: 'inTheFeed', planted: { feed: feed.slice(1) }, fault: '1 stored changes are not in the feed' },
  {
    check: 'nothingElse',
    planted: { arrivals: [...arrivals, arrival(4, 'dead')] },
    fault: '1 changes were told that are not stored',
  },
  { check: 'nothingElse', planted: { feed: [...feed, inFeed(4)] }, fault: '1 changes were told that are not stored' },
  {
    check: 'sameId',
    planted: { arrivals: [...arrivals, arrival(1, 'fast', { event: 'other' })] },
    fault: '1 changes were told with several ids',
  },
  {
    check: 'sameId',
    planted: { feed: [inFeed(1, { event: 'other' }), ...feed.slice(1)] },
    fault: '1 changes were told with several ids',
  },
  { check: 'inOrder', planted: { feed: [...feed, inFeed(2)] }, fault: '1 events of the feed came out of order' },
  { check: 'inOrder', planted: { feed: [...feed, inFeed(3)] }, fault: '1 events of the feed came out of order' },
  {
    check: 'signed',
    planted: { arrivals: [...arrivals, arrival(1, 'dead', { signed: false })] },
    fault: '1 deliveries had a wrong signature',
  },
  {
    check: 'rarelyRepeated',
    planted: { arrivals: [...arrivals, ...[1, 2, 3].map((n) => arrival(n, 'broken', { at: 9000 }))] },
    fault: '3 of 9 accepted deliveries were repetitions',
    rules: { ...RULES, mostRepeated: 0.2 },
  },
  {
    check: 'prompt',
    planted: { arrivals: arrivals.map((one) => (one.endpoint === 'fast' ? { ...one, at: one.at + 2000 } : one)) },
    fault: 'of 100 events, 5 reached the endpoint fast more than 2050 ms after the answer',
  },
];

describe('a drill that judges the history of events', () => {
  it('finds no fault in a sound history, with a repeated delivery', () => {
    const history = { ...SOUND, arrivals: [...arrivals, arrival(1, 'fast', { at: 9000 })] };
    expect(judgeEvents(history, RULES)).toEqual([]);
  });

  it.each(PLANTED)('its check $check finds a planted fault', ({ check, planted, fault, rules = RULES }) => {
    const history: History = { ...SOUND, ...planted };
    expect(CHECKS[check]?.(SOUND, RULES)).toEqual([]);
    expect(CHECKS[check]?.(history, rules)).toContain(fault);
    expect(judgeEvents(history, rules)).toContain(fault);
  });

  it('has a planted fault for each check', () => {
    expect(new Set(PLANTED.map(({ check }) => check))).toEqual(new Set(Object.keys(CHECKS)));
  });
});
