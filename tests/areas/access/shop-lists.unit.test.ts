import { checkBays, printClosures, readClosures } from '../../../domain/access/shop-lists.js';

describe('the days on which a shop is closed', () => {
  it('are read from days and ranges, in order and each once', () => {
    expect(readClosures(['2028-02-28..2028-03-01', '2027-07-01', '2028-02-29'])).toEqual([
      '2027-07-01',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(readClosures([])).toEqual([]);
    expect(readClosures(['2026-01-01..2027-02-04'])).toHaveLength(400);
  });

  it('are written as ranges where they follow each other', () => {
    expect(printClosures(['2026-12-25', '2026-12-31', '2027-01-01', '2027-01-02'])).toEqual([
      '2026-12-25',
      '2026-12-31..2027-01-02',
    ]);
    expect(printClosures(['9999-12-30', '9999-12-31'])).toEqual(['9999-12-30..9999-12-31']);
    expect(printClosures([])).toEqual([]);
  });

  it.each([
    [['2026-02-29'], 'closures: "2026-02-29" is not a day such as 2026-12-25, nor a range such as 2026-12-25..2027-01-02'],
    [['2026-12-25..'], 'closures: "2026-12-25.." is not a day such as'],
    [['2026-12-25..2026-12-26..2026-12-27'], 'is not a day such as'],
    [['2027-01-02..2026-12-26'], 'closures: 2027-01-02..2026-12-26 ends before it begins'],
    [['2026-01-01..2027-02-05'], 'closures: must be at most 400 days'],
    [['2026-01-01..2026-12-31', '2028-01-01..2028-02-05'], 'closures: must be at most 400 days'],
  ])('are refused: %j', (parts, message) => {
    expect(() => readClosures(parts)).toThrow(message);
  });
});

describe('the bays of a shop', () => {
  it('keep their order', () => {
    expect(checkBays(['Lift', 'Bay 1', 'x'.repeat(60)])).toEqual(['Lift', 'Bay 1', 'x'.repeat(60)]);
    const hundred = Array.from({ length: 100 }, (_, n) => `Bay ${n}`);
    expect(checkBays(hundred)).toEqual(hundred);
    expect(() => checkBays([...hundred, 'Lift'])).toThrow('bays: must be at most 100 bays');
  });

  it.each(['', 'x'.repeat(61), 'a\nb', 'a\u0007b', 'Bay 1, left'])(
    'have names of one line without a comma, and not %j',
    (bay) => {
      expect(() => checkBays([bay])).toThrow('bays: each name must be one line of 1 to 60 characters without a comma');
    },
  );

  it('have different names, whatever their case', () => {
    expect(() => checkBays(['Bay 1', 'Lift', 'bay 1'])).toThrow('bays: bay 1 is named twice');
  });
});
