import { searchTerms } from '../../../domain/customers/search-terms.js';

it.each([
  ['613 555-0142', 'CA', ['6135550142', '+16135550142']],
  ['(613) 555 0142', 'CA', ['6135550142', '+16135550142']],
  ['+1 613', 'CA', ['1613', '+1613']],
  ['555–0142', 'CA', ['5550142', '+15550142']],
  ['020 7946', 'GB', ['0207946', '+44207946']],
  ['６１３', 'CA', ['613', '+1613']],
  ['011 44 20', 'CA', ['0114420', '+4420']],
] as const)('%j in %s is also looked for as %j', (typed, country, terms) => {
  expect(searchTerms(typed, country)).toEqual([typed, ...terms]);
});

it.each(['Dana', '0111', '01144', '61', '613 Main', 'a613', '', ' ', '+', '--', 'dana@613.example'])('%j is looked for as it is typed', (typed) => {
  expect(searchTerms(typed, 'CA')).toEqual([typed]);
});
