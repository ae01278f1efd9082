import { area } from '../../kernel/area.js';
import { listQuotes } from './list-quotes.js';
import { readQuote } from './read-quote.js';
import { searchQuotes } from './search-quotes.js';
import { quoteKind } from './quote.import.js';
import { quoteEvents } from './quote.view.js';

export const quotesArea = area({
  name: 'quotes',
  about: 'The shop’s quotes. They are built in the app, and the API only reads them.',
  operations: [searchQuotes, readQuote, listQuotes],
  importKinds: [quoteKind],
  events: [quoteEvents],
});
