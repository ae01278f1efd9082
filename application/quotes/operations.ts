import { listQuotes } from './list-quotes.js';

export const quoteOperations = [listQuotes];
