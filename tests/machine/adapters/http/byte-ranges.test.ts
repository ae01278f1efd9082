import fc from 'fast-check';
import { readRange, type RangeAnswer } from '../../../../adapters/http/byte-ranges.js';

const TEN = 10;
const at = (first: number, last: number): { first: number; last: number } => ({ first, last });

it.each<readonly [header: string, answer: RangeAnswer]>([
  ['bytes=0-0', [at(0, 0)]],
  ['bytes=0-9', [at(0, 9)]],
  ['bytes=3-', [at(3, 9)]],
  ['bytes=3-99999999999999999999', [at(3, 9)]],
  ['bytes=-3', [at(7, 9)]],
  ['bytes=-10', [at(0, 9)]],
  ['bytes=-11', [at(0, 9)]],
  ['bytes=-99999999999999999999', [at(0, 9)]],
  ['BYTES=2-3', [at(2, 3)]],
  ['bytes=02-003', [at(2, 3)]],
  ['bytes=0-1,4-5', [at(0, 1), at(4, 5)]],
  ['bytes=0-1 ,\t4-5', [at(0, 1), at(4, 5)]],
  ['bytes=,0-1,,4-5,', [at(0, 1), at(4, 5)]],
  ['bytes=8-9,0-1', [at(8, 9), at(0, 1)]],
  ['bytes=0-1,-2', [at(0, 1), at(8, 9)]],
  ['bytes=0-1,99-', [at(0, 1)]],
])('%s of ten bytes has parts', (header, answer) => {
  expect(readRange(header, TEN)).toEqual(answer);
});

it.each<readonly [what: string, header: string, answer: RangeAnswer]>([
  ['overlap', 'bytes=0-5,3-7', [at(0, 7)]],
  ['are equal', 'bytes=2-3,2-3', [at(2, 3)]],
  ['touch', 'bytes=0-1,2-3', [at(0, 3)]],
  ['are joined by a later one', 'bytes=6-7,0-1,2-5', [at(0, 7)]],
  ['stand apart from joined ones', 'bytes=4-4,0-0,8-8,5-5', [at(4, 5), at(0, 0), at(8, 8)]],
])('parts that %s become one', (_, header, answer) => {
  expect(readRange(header, TEN)).toEqual(answer);
});

it.each(['bytes=10-', 'bytes=10-10', 'bytes=99-100', 'bytes=-0', 'bytes=-00,10-', 'bytes=99999999999999999999-'])(
  '%s of ten bytes is unsatisfiable',
  (header) => {
    expect(readRange(header, TEN)).toBe('unsatisfiable');
  },
);

it.each([
  ['', 'no unit'],
  ['bytes', 'no ranges'],
  ['bytes=', 'no ranges'],
  ['bytes=,', 'no ranges'],
  ['bytes=-', 'no number'],
  ['bytes=5', 'no dash'],
  ['bytes=5-4', 'backwards'],
  ['bytes=a-b', 'no digits'],
  ['bytes=1-2-3', 'two dashes'],
  ['bytes=--2', 'two dashes'],
  ['bytes=+1-2', 'a sign'],
  ['bytes=1.0-2', 'a fraction'],
  ['bytes=0x1-2', 'not decimal'],
  ['bytes=1 - 2', 'blanks inside'],
  ['bytes =1-2', 'a blank after the unit'],
  ['bytes=0-1,x', 'one of two is malformed'],
  ['bytes=10-,5-4', 'one is unsatisfiable, the other one is malformed'],
  ['bytes=0-1, bytes=2-3', 'two headers'],
  ['seconds=1-2', 'another unit'],
  ['٠=0-1', 'digits of another script'],
])('%s is ignored: %s', (header) => {
  expect(readRange(header, TEN)).toBe('whole');
});

it('at most 16 ranges are read, and for more the whole file is sent', () => {
  const ranges = (n: number): string => `bytes=${Array.from({ length: n }, (_, place) => `${place * 2}-${place * 2}`).join()}`;
  expect(readRange(ranges(16), 100)).toHaveLength(16);
  expect(readRange(ranges(17), 100)).toBe('whole');
});

it('an empty file has no range but its last bytes, which are the whole file', () => {
  expect(['bytes=0-', 'bytes=0-0', 'bytes=-0'].map((header) => readRange(header, 0))).toEqual(
    Array.from({ length: 3 }, () => 'unsatisfiable'),
  );
  expect(readRange('bytes=-5', 0)).toBe('whole');
});

describe('for every list of ranges', () => {
  const number = fc.nat({ max: 24 });
  const range = fc.oneof(
    fc.tuple(number, number).map(([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`),
    number.map((from) => `${from}-`),
    number.map((last) => `-${last}`),
  );
  const lists = fc.array(range, { minLength: 1, maxLength: 16 });

  /** Asks of each place of the file if it is wanted. */
  function wantedPlaces(list: readonly string[], bytes: number): number[] {
    const isWanted = (place: number, text: string): boolean => {
      const [from = '', to = ''] = text.split('-');
      if (from === '') return place >= bytes - Number(to);
      return place >= Number(from) && (to === '' || place <= Number(to));
    };
    return Array.from({ length: bytes }, (_, place) => place).filter((place) => list.some((text) => isWanted(place, text)));
  }

  const placesOf = (answer: RangeAnswer): number[] =>
    typeof answer === 'string'
      ? []
      : answer.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, place) => first + place));
  const ascending = (one: number, other: number): number => one - other;

  it('the parts are the wanted places, each once, without places that touch in two parts', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 20 }), (list, bytes) => {
        const answer = readRange(`bytes=${list.join(',')}`, bytes);
        const wanted = wantedPlaces(list, bytes);
        expect(placesOf(answer).sort(ascending)).toEqual(wanted);
        expect(answer === 'unsatisfiable').toBe(wanted.length === 0);
        const gaps = wanted.filter((place, index) => index > 0 && place !== (wanted[index - 1] ?? 0) + 1).length;
        expect(answer).toHaveLength(wanted.length === 0 ? 'unsatisfiable'.length : gaps + 1);
      }),
    );
  });

  it('the parts stand in the order in which their first bytes were asked for', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 20 }), (list, bytes) => {
        const answer = readRange(`bytes=${list.join(',')}`, bytes);
        const parts = typeof answer === 'string' ? [] : answer;
        const askedAt = parts.map(({ first, last }) =>
          list.findIndex((text) => wantedPlaces([text], bytes).some((place) => place >= first && place <= last)),
        );
        expect(askedAt).toEqual([...askedAt].sort(ascending));
      }),
    );
  });
});
