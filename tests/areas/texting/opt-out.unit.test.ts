import { Conflict } from '../../../domain/shared/errors.js';
import { later } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { BLOCK_SOURCES, type BlockSource } from '../../../domain/texting/may-text.js';
import { block, liftByStaff, liftByStart, type OptOut } from '../../../domain/texting/opt-out.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T12:00:00.000Z');
const LATER = later(NOW, 60_000);
const NUMBER = '+16135550142' as E164;
const LINE = '+16135550100' as E164;

const given = (source: BlockSource, fields: { line?: E164; note?: string } = {}) => ({
  number: NUMBER,
  source,
  line: null,
  note: null,
  ...fields,
});

/** The row after these blocks, one after the other at the same time. */
function blockedBy(...sources: readonly BlockSource[]): OptOut {
  const row = sources.reduce<OptOut | null>((known, source) => block(known, given(source), NOW).next, null);
  if (!row) throw new Error('no source was given');
  return row;
}

const typesOf = ({ events }: { readonly events: readonly { readonly type: string }[] }): string[] =>
  events.map(({ type }) => type);

describe('a block of a number', () => {
  test.each(BLOCK_SOURCES)('by %s is announced, and begins now', (source) => {
    const decision = block(null, given(source, { line: LINE, note: 'asked by phone' }), NOW);
    expect(typesOf(decision)).toEqual(['customer.texting_blocked']);
    expect(decision.next).toEqual({
      number: NUMBER,
      source,
      staffToo: false,
      since: NOW,
      liftedAt: null,
      consentEndedAt: source === 'staff' ? null : NOW,
      line: LINE,
      note: 'asked by phone',
    });
  });

  /** before, then → source, and whether the staff's block stays beside a STOP */
  test.each<readonly [BlockSource, BlockSource, BlockSource, boolean]>([
    ['import', 'import', 'import', false],
    ['import', 'provider', 'provider', false],
    ['import', 'staff', 'staff', false],
    ['import', 'stop', 'stop', false],
    ['provider', 'import', 'provider', false],
    ['provider', 'provider', 'provider', false],
    ['provider', 'staff', 'staff', false],
    ['provider', 'stop', 'stop', false],
    ['staff', 'import', 'staff', false],
    ['staff', 'provider', 'staff', false],
    ['staff', 'staff', 'staff', false],
    ['staff', 'stop', 'stop', true],
    ['stop', 'import', 'stop', false],
    ['stop', 'provider', 'stop', false],
    ['stop', 'staff', 'stop', true],
    ['stop', 'stop', 'stop', false],
  ])('by %s, and then by %s, is one by %s (also by staff: %s), since the first', (first, second, source, staffToo) => {
    const decision = block(blockedBy(first), given(second), LATER);
    expect(decision.next).toMatchObject({ source, staffToo, since: NOW, liftedAt: null });
    expect(typesOf(decision)).toEqual(source === first ? [] : ['customer.texting_blocked']);
  });

  test.each(['import', 'staff'] as const)('by %s that is repeated changes nothing', (source) => {
    const known = blockedBy(source);
    expect(block(known, given(source), LATER)).toEqual({ next: known, events: [], changed: false });
  });

  test('keeps the line and the note of the first, unless the second has others', () => {
    const known = block(null, given('stop', { line: LINE }), NOW).next;
    const noted = block(known, given('staff', { note: 'asked by phone' }), LATER).next;
    expect(noted).toMatchObject({ line: LINE, note: 'asked by phone' });
  });

  test('after a lifted one begins anew, without the line and the note of then', () => {
    const known = { ...block(null, given('staff', { line: LINE, note: 'asked' }), NOW).next, liftedAt: NOW };
    const decision = block(known, given('import'), LATER);
    expect(decision.next).toMatchObject({
      source: 'import',
      staffToo: false,
      since: LATER,
      liftedAt: null,
      line: null,
      note: null,
    });
    expect(typesOf(decision)).toEqual(['customer.texting_blocked']);
  });

  test('keeps the end of the consent when it is lifted and set by others, and moves it with each STOP', () => {
    const lifted = liftByStart(blockedBy('stop'), LATER).next;
    expect(lifted.consentEndedAt).toBe(NOW);
    expect(block(lifted, given('staff'), LATER).next.consentEndedAt).toBe(NOW);
    expect(block(lifted, given('import'), LATER).next.consentEndedAt).toBe(NOW);
    expect(block(lifted, given('stop'), LATER).next.consentEndedAt).toBe(LATER);
    expect(block(blockedBy('stop'), given('stop'), LATER).next).toMatchObject({ since: NOW, consentEndedAt: LATER });
  });
});

/** The blocks that are set → what START leaves, and what the staff's lift leaves. `null`: no block; `refused`: a 409. */
const LIFTS: readonly (readonly [readonly BlockSource[], BlockSource | null, BlockSource | null | 'refused'])[] = [
  [['stop'], null, 'refused'],
  [['provider'], null, null],
  [['import'], null, null],
  [['staff'], 'staff', null],
  [['stop', 'staff'], 'staff', 'refused'],
  [['staff', 'stop'], 'staff', 'refused'],
  [['stop', 'provider'], null, 'refused'],
  [['provider', 'stop'], null, 'refused'],
  [['import', 'staff'], 'staff', null],
  [['staff', 'provider'], 'staff', null],
  [['import', 'staff', 'provider', 'stop'], 'staff', 'refused'],
];

describe('a lift', () => {
  test.each(LIFTS)('of blocks by %j: START leaves %s', (sources, left) => {
    const known = blockedBy(...sources);
    const decision = liftByStart(known, LATER);
    if (left === null) {
      expect(decision.next).toEqual({ ...known, liftedAt: LATER });
      expect(typesOf(decision)).toEqual(['customer.texting_unblocked']);
    } else {
      expect(decision.next).toEqual({ ...known, source: left, staffToo: false });
      expect(typesOf(decision)).toEqual(known.source === left ? [] : ['customer.texting_blocked']);
    }
  });

  test.each(LIFTS)('of blocks by %j, by START (which leaves %s): the staff’s leaves %s', (sources, _, left) => {
    const known = blockedBy(...sources);
    if (left === 'refused') {
      expect(() => liftByStaff(known, LATER)).toThrow(Conflict);
      return;
    }
    const decision = liftByStaff(known, LATER);
    expect(decision.next).toEqual({ ...known, liftedAt: LATER });
    expect(typesOf(decision)).toEqual(['customer.texting_unblocked']);
  });

  test.each<readonly [readonly BlockSource[]]>([[['stop', 'staff']], [['staff', 'stop']]])(
    'needs START and the staff where both have blocked: %j',
    (sources) => {
      const afterStart = liftByStart(blockedBy(...sources), LATER).next;
      expect(liftByStart(afterStart, LATER).changed).toBe(false);
      expect(liftByStaff(afterStart, LATER).next.liftedAt).toBe(LATER);
    },
  );

  test('of a lifted block changes nothing', () => {
    const known = { ...blockedBy('stop'), liftedAt: NOW };
    expect(liftByStart(known, LATER)).toEqual({ next: known, events: [], changed: false });
    expect(liftByStaff(known, LATER)).toEqual({ next: known, events: [], changed: false });
  });
});
