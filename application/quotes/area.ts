import { area } from '../area.js';
import { listQuotes } from './list-quotes.js';
import { quoteKind } from './quote.import.js';

export const quotesArea = area({
  name: 'quotes',
  about: 'What the shop offered, built in the app and reported here.',
  operations: [listQuotes],
  importKinds: [quoteKind],
});
