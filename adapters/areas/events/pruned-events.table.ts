import { amount, shopKey, table } from '../../storage/tables/table.js';

/** For each shop whose events have been pruned: the highest number of a pruned event. */
export const prunedEventsTable = table<{ shopId: string; number: number }>('pruned_events', {
  shopId: shopKey,
  number: amount(),
});
