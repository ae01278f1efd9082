import { answerTo, keywordOf } from '../../../domain/texting/keywords.js';
import { smsSize } from '../../../domain/texting/segments.js';

const KEYWORDS = ['stop', 'start', 'help'] as const;

it.each([
  ['stop', 'You get no more texts from Northside Auto Care. Reply START to get them again.'],
  ['start', 'You get texts from Northside Auto Care again. Reply STOP to get no more.'],
  ['help', 'This is Northside Auto Care, +16135550100. Reply STOP to get no more texts.'],
] as const)('the answer to %s names the shop and what to do next', (keyword, answer) => {
  expect(answerTo(keyword, 'Northside Auto Care', '+16135550100')).toBe(answer);
});

it('an answer without a known number names the shop alone', () => {
  expect(answerTo('help', 'Northside', null)).toBe('This is Northside. Reply STOP to get no more texts.');
});

it.each(KEYWORDS)('the answer to %s is one segment and no keyword itself', (keyword) => {
  const answer = answerTo(keyword, 'The Northside Centre for Auto Care and Detailing', '+16135550100');
  expect([smsSize(answer).segments, keywordOf(answer, true)]).toEqual([1, null]);
});
