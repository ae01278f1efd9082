import fc from 'fast-check';
import { addLine, changeLine, releaseLine, type PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { Conflict, Duplicate, NotFound } from '../../../domain/shared/errors.js';
import { aLine as line } from '../../support/builders/a-line.js';

describe('a line that is added', () => {
  it('becomes primary if it is the first', () => {
    expect(addLine([], line(1))).toEqual({
      added: line(1, { isPrimary: true }),
      relieved: null,
      changed: [line(1, { isPrimary: true })],
    });
  });

  it('does not replace the primary line unless it is added as primary', () => {
    expect(addLine([line(1, { isPrimary: true })], line(2))).toMatchObject({ relieved: null, changed: [line(2)] });
    const moved = addLine([line(1, { isPrimary: true })], line(2, { isPrimary: true }));
    expect([moved.relieved, moved.added]).toEqual([line(1), line(2, { isPrimary: true })]);
    expect(moved.changed).toEqual([line(1), line(2, { isPrimary: true })]);
  });

  it('is refused if it exists, and the error names it', () => {
    const again = (): unknown => addLine([line(1, { isPrimary: true })], line(2, { number: line(1).number }));
    const message = `+16135550001 is already a line of this shop (existing id: ${line(1).id})`;
    expect(again).toThrow(Duplicate);
    expect(again).toThrow(expect.objectContaining({ message, path: '/phone-numbers' }));
  });
});

describe('a line that is changed', () => {
  const live = [line(1, { isPrimary: true }), line(2)];

  it('takes the given values and keeps the others, and equal values change nothing', () => {
    const next = line(2, { label: 'Workshop', isSending: false });
    expect(changeLine(live, line(2).id, { label: 'Workshop', isSending: false })).toEqual({ line: next, changed: [next] });
    expect(changeLine(live, line(1).id, { isPrimary: true, isSending: true })).toEqual({ line: live[0], changed: [] });
    expect(changeLine(live, line(2).id, { isPrimary: false })).toEqual({ line: line(2), changed: [] });
  });

  it('relieves the primary line if it becomes primary, and cannot stop being primary itself', () => {
    const next = line(2, { isPrimary: true });
    expect(changeLine(live, line(2).id, { isPrimary: true })).toEqual({ line: next, changed: [line(1), next] });
    expect(changeLine([line(2)], line(2).id, { isPrimary: true })).toEqual({ line: next, changed: [next] });
    expect(() => changeLine(live, line(1).id, { isPrimary: false })).toThrow(Conflict);
  });

  it('is not found if it is not among the lines', () => {
    expect(() => changeLine(live, line(3).id, { label: null })).toThrow(new NotFound('live phone number'));
  });
});

describe('a line that is released', () => {
  const is =
    (n: number) =>
    ({ id }: PhoneNumber): boolean =>
      id === line(n).id;

  it('keeps its record, and does not replace the primary line if that was another', () => {
    const live = [line(1, { isPrimary: true }), line(2)];
    expect(releaseLine(live, is(2))).toEqual({
      released: line(2, { status: 'released' }),
      heir: null,
      wasLast: false,
      changed: [line(2, { status: 'released' })],
    });
  });

  it('is replaced as primary by the oldest sending line, or by the oldest line, or by none', () => {
    const heir = (...rest: PhoneNumber[]): unknown => releaseLine([line(1, { isPrimary: true }), ...rest], is(1)).heir?.number;
    expect(heir(line(2, { isSending: false }), line(3), line(4))).toBe(line(3).number);
    expect(heir(line(2, { isSending: false }), line(3, { isSending: false }))).toBe(line(2).number);
    expect(heir()).toBeUndefined();
    const before = [line(1, { isPrimary: true }), line(2)];
    const changed = [line(1, { status: 'released' }), line(2, { isPrimary: true })];
    expect(releaseLine(before, is(1))).toMatchObject({ wasLast: false, changed });
    expect(releaseLine([line(1)], is(1)).wasLast).toBe(true);
  });

  it('is not found if it is not among the lines', () => {
    expect(() => releaseLine([line(1)], is(2))).toThrow(new NotFound('live phone number'));
  });
});

it('a shop with lines has one primary line after any additions and releases', () => {
  const act = fc.record({ release: fc.boolean(), which: fc.nat(5), primary: fc.boolean(), sending: fc.boolean() });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      let live: readonly PhoneNumber[] = [];
      for (const { release, which, primary: isPrimary, sending: isSending } of acts) {
        const known = live.some(({ id }) => id === line(which).id);
        if (release !== known) continue;
        const { changed } = release
          ? releaseLine(live, ({ id }) => id === line(which).id)
          : addLine(live, line(which, { isPrimary, isSending }));
        const ids = new Set(changed.map(({ id }) => id));
        live = [...live.filter(({ id }) => !ids.has(id)), ...changed]
          .filter(({ status }) => status === 'active')
          .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
        expect(live.filter((each) => each.isPrimary)).toHaveLength(live.length > 0 ? 1 : 0);
      }
    }),
  );
});
