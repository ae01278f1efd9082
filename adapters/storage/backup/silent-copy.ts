import type { ClientBase } from 'pg';

/** `$1` is a shop; null: all shops. */
const OF_SHOP = '($1::uuid is null or shop_id = $1)';

/**
 * Settle what waited for the queue. A copy does not have the queue, and the deployment that was saved may have sent what waited
 * there.
 */
const SETTLES: readonly string[] = [
  // Nobody knows here what has become of a text that was on its way.
  `update messages set status = 'unconfirmed', due_at = null, version = version + 1, updated_at = default where status in ('queued', 'sending') and ${OF_SHOP}`,
  `with ended as (update scheduled_messages set status = 'failed', error = 'unconfirmed', version = version + 1 where status = 'sending' and ${OF_SHOP} returning shop_id)
  insert into record_counts as c (shop_id, list, bucket, slot, n)
  select shop_id, 'scheduled_messages', d.bucket, 0, sum(d.delta) from ended, (values ('sending', -1), ('failed', 1)) d (bucket, delta) group by 1, 3
  on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n`,
  `update webhook_deliveries set status = 'canceled', error = 'a backup was restored', next_attempt_at = null where status = 'pending' and ${OF_SHOP}`,
  // The work on these had left its table for the queue.
  `update scheduled_messages set due_at = send_at where status = 'scheduled' and due_at is null and ${OF_SHOP}`,
  `update media_files set due_at = now() where status = 'waiting' and due_at is null and ${OF_SHOP}`,
  `update calls set due_at = now() where status = 'ringing' and due_at is null and ${OF_SHOP}`,
  `update webhooks set due_at = now() where deleted_at is not null and due_at is null and ${OF_SHOP}`,
  `update leads set due_at = followup_to_announce where followup_to_announce is not null and due_at is null and ${OF_SHOP}`,
  `update automation_runs set due_at = now() where state = 'pending' and due_at is null and ${OF_SHOP}`,
  `update automation_steps set due_at = runs_at where status = 'waiting' and due_at is null and ${OF_SHOP}`,
];

const PAUSE = `insert into outgoing_pauses (id, way, cause, reason, since)
  select gen_random_uuid(), way, 'start', $1, now() from unnest($2::text[]) as way on conflict do nothing`;

/**
 * Makes a copy of the database silent: nothing waits for the queue, and everything is paused.
 * @param ways all ways in which something leaves the service
 */
export async function silenceCopy(client: ClientBase, reason: string, ways: readonly string[]): Promise<void> {
  await settleCopy(client, null);
  await client.query(PAUSE, [reason, ways]);
}

/** Nothing waits for the queue any more, and what waited there is unconfirmed. @param shop null: all shops */
export async function settleCopy(client: ClientBase, shop: string | null): Promise<void> {
  for (const sql of SETTLES) await client.query(sql, [shop]);
}
