import { randomUUID } from 'node:crypto';
import type { Webhook } from '../../domain/webhooks/webhook.js';
import type { Answer } from './api.js';
import type { TestService, TestShop } from './service.js';

/** An address that needs no look-up of a name. Nothing is sent there. */
export const HOOK = 'https://1.1.1.1/shop';

/** Subscribes, and returns the webhook as it was answered. */
export async function subscribed({ full }: Pick<TestShop, 'full'>, body: object = {}): Promise<Answer['body']> {
  const answer = await full.post('/webhooks', { url: HOOK, ...body });
  if (answer.status !== 201) throw new Error(`POST /webhooks answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

export type WebhookRow = Readonly<Record<string, unknown>> & { readonly secret: string; readonly former_secret: string | null };

/** Reads the row of a webhook. */
export async function rowOf({ sql }: Pick<TestService, 'sql'>, { id }: Pick<Webhook, 'id'>): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow>('select * from webhooks where id = $1', [id]);
  return row;
}

/** Stores deliveries of one webhook that wait. */
export async function waiting(service: TestService, shop: TestShop, webhook: string, count: number): Promise<void> {
  await service.sql(
    `insert into webhook_deliveries (shop_id, id, webhook_id, event_id, event_type, attempt, status, created_at, next_attempt_at)
     select $1, gen_random_uuid(), $2, $3, 'lead.created', 1, 'pending', $4, $4 from generate_series(1, $5::int)`,
    [shop.id, webhook, randomUUID(), service.clock.now(), count],
  );
}

/** The number of deliveries of a webhook by status. */
export async function countsOf(service: TestService, webhook: string): Promise<Record<string, number>> {
  const rows = await service.sql<{ status: string; n: number }>(
    'select status, count(*)::int as n from webhook_deliveries where webhook_id = $1 group by status',
    [webhook],
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}
