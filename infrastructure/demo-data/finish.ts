import { latest } from '../../domain/inbox/conversation.js';
import { later, type Instant } from '../../domain/shared/instant.js';
import { HOUR } from './calendar.js';
import type { ShopDemo } from './shop-demo.js';
import { addSounds } from './sounds.js';
import type { DemoRow, Rows } from './telling.js';

/** Sets the values that depend on other rows. */
export function finish(rows: Rows, demo: ShopDemo, sounds: number): void {
  for (const kind of ['jobs', 'quotes', 'invoices'])
    for (const row of (rows.get(kind) ?? []).toSorted(byTime)) row['number'] = demo.nextSerial(kind);
  assignBays(rows.get('jobs') ?? [], demo.shop.settings.bays);
  const calls = (rows.get('calls') ?? []).toSorted(byTime);
  for (const call of calls)
    if (call['duration_seconds'] !== null) call['ended_at'] = later(call.created_at, Number(call['duration_seconds']) * 1000);
  setLastTimes(rows.get('conversations') ?? [], rows.get('messages') ?? [], calls);
  addSounds(calls, sounds);
}

function byTime(one: DemoRow, other: DemoRow): number {
  return one.created_at < other.created_at ? -1 : Number(one.created_at > other.created_at);
}

/** Assigns bays to jobs, so that no bay has two jobs planned for the same time. A job gets no bay when none is free. */
function assignBays(jobs: readonly DemoRow[], bays: readonly string[]): void {
  const freeFrom = new Map<string, string>();
  const startOf = (job: DemoRow): Instant => job['scheduled_start'] as Instant; // only jobs with a start are asked
  const planned = jobs.filter((job) => job['scheduled_start'] && job['stage'] !== 'canceled' && !job['location_address']);
  for (const job of planned.toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))) {
    const bay = bays.find((name) => (freeFrom.get(name) ?? '') <= startOf(job));
    if (bay === undefined) continue;
    job['bay'] = bay;
    freeFrom.set(bay, (job['scheduled_end'] as Instant | null) ?? later(startOf(job), HOUR));
  }
}

/** @param messages those of a thread in their order @param calls they move a thread as reported ones do */
function setLastTimes(threads: readonly DemoRow[], messages: readonly DemoRow[], calls: readonly DemoRow[]): void {
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  for (const { conversation, direction, automated, created_at: at } of messages) {
    const thread = byId.get(String(conversation));
    if (!thread) continue;
    thread['last_message_at'] = at;
    thread[`last_${String(direction)}_at`] = at;
    if (direction === 'outbound' && automated !== true) thread['last_human_outbound_at'] = at;
  }
  for (const { conversation, status, ended_at: end, started_at: start } of calls) {
    const thread = byId.get(String(conversation));
    if (!thread || (status !== 'completed' && status !== 'missed')) continue;
    for (const time of status === 'missed' ? ['last_message_at', 'last_inbound_at'] : ['last_message_at'])
      thread[time] = latest((thread[time] ?? null) as Instant | null, (end ?? start) as Instant); // safe: times of the demo
  }
  for (const thread of threads) {
    if (thread['status'] !== 'open') thread['read_at'] = thread['last_message_at'] ?? thread.created_at;
  }
}
