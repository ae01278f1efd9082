import type { Database } from '../database.js';
import { statement } from '../statement.js';

/** The counting stops at this number, because an operator learns no more from a larger one. */
const MOST = 100_000;
const COUNT = statement(
  'outbox.waiting',
  `select count(*) as n from (select from outbox where relayed_at is null limit ${MOST}) w`,
);

/** The number of events that wait to be relayed, at most MOST. */
export async function countWaitingEvents(database: Database): Promise<number> {
  const [row] = await database.read<{ n: number }>(COUNT, []);
  return row?.n ?? 0;
}
