import type { ClientBase } from 'pg';
import type { QueuedWork } from '../../../application/kernel/events/work.js';
import type { PeriodicTask } from '../../queue/leader.js';

type Enqueue = (client: ClientBase, jobs: readonly QueuedWork[]) => Promise<void>;

const SHOPS = `select s.shop_id as shop from shop_settings s
  where s.keep_recordings_months is not null or s.keep_transcripts_months is not null or s.keep_messages_months is not null`;

/** Queues the work of each shop that keeps something for some months only. If its work waits already, it is not queued twice. */
export function emptyingOfShops(work: string, enqueue: Enqueue, everyMs = 3_600_000): PeriodicTask {
  return {
    everyMs,
    run: async (client) => {
      const { rows } = await client.query<{ shop: string }>(SHOPS);
      await enqueue(
        client,
        rows.map(({ shop }) => ({ work, payload: { shop }, key: `${work}:${shop}` })),
      );
      return false;
    },
  };
}
