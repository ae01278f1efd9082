import { nameWords, searchTerms } from '../../../domain/shared/search.js';

it.each([
  ['613 555-0142', 'CA', ['6135550142', '+16135550142']],
  ['(613) 555 0142', 'CA', ['6135550142', '+16135550142']],
  ['+1 613', 'CA', ['1613', '+1613']],
  ['555–0142', 'CA', ['5550142', '+15550142']],
  ['020 7946', 'GB', ['0207946', '+44207946']],
  ['６１３', 'CA', ['613', '+1613']],
  ['011 44 20', 'CA', ['0114420', '+4420']],
] as const)('the query %j in %s is one word, which is searched as %j too', (typed, country, spellings) => {
  expect(searchTerms(typed, country)).toEqual([[...new Set([typed.normalize('NFKC'), ...spellings])]]);
});

it.each([
  ['Dana', ['dana']],
  ['0111', ['0111']],
  ['01144', ['01144']],
  ['61', ['61']],
  ['a613', ['a613']],
  ['dana@613.example', ['dana@613.example']],
  ['MacDonald, Jade', ['macdonald', 'jade']],
  ['"O’Brien" (Sons).', ["o'brien", 'sons']],
  ['MacDonald,Jade;', ['macdonald', 'jade']],
  ['50% off_', ['50%', 'off_']],
  ['a - b & c', ['a', 'b', 'c']],
  ['', []],
  [' ', []],
  ['+', ['+']],
  ['--', []],
  ['🙏 k', ['🙏', 'k']],
  ['da\u00adna\u200b \ufeff', ['dana']],
] as const)('the query %j is searched by the words %j', (typed, words) => {
  expect(searchTerms(typed, 'CA')).toEqual(words.map((word) => [word]));
});

it('a word among other words may be a part of a phone, too', () => {
  expect(searchTerms('Jade (613) 555-0142', 'CA')).toEqual([
    ['jade'],
    ['(613)', '613', '+1613'],
    ['555-0142', '5550142', '+15550142'],
  ]);
});

it('the words of a name are folded, without the punctuation around them; digits are words like others', () => {
  expect(nameWords(' MacDonald,Jade (Unit 613) ')).toEqual(['macdonald', 'jade', 'unit', '613']);
  expect(nameWords('ＺＯÉ - O’Brien')).toEqual(['zoe', "o'brien"]);
  expect(nameWords(' … ')).toEqual([]);
});
