import { flag, instant, table } from '../../storage/tables/table.js';

/** One row for the whole deployment, because the provider lists the texts of all shops together. */
export const caughtUpTable = table<{ single: boolean; until: string }>('texts_caught_up', {
  single: { ...flag(), primary: true, default: true },
  until: instant('until'),
});
