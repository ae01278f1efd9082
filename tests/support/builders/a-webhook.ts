import { randomUUID } from 'node:crypto';
import { secretContext } from '../../../application/areas/webhooks/webhook-secrets.js';
import { Clock, Sealer } from '../../../application/kernel/ports/ports.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import type { TestService, TestShop } from '../service.js';
import { insert } from './insert.js';

/** The secret of the webhooks that `aWebhook` stores. */
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface WebhookColumns {
  readonly events?: readonly string[] | null;
  readonly secret?: string;
  readonly former_secret?: string;
  readonly former_secret_until?: string;
  readonly enabled?: boolean;
}

/** Stores an enabled subscription to all kinds of events. Secrets are given as they are, and sealed here. */
export async function aWebhook(
  service: Pick<TestService, 'sql' | 'container'>,
  shop: Pick<TestShop, 'id'>,
  url: string,
  { events = null, secret = SECRET, former_secret, ...columns }: WebhookColumns = {},
): Promise<WebhookId> {
  const id = randomUUID() as WebhookId; // safe: an id is a UUID
  const sealed = (text: string): string => service.container.get(Sealer).seal(text, secretContext(shop.id, id));
  await insert(service, 'webhooks', {
    ...{ shop_id: shop.id, id, url, enabled: true, version: 1, created_at: service.container.get(Clock).now() },
    ...{ events: events && JSON.stringify(events), secret: sealed(secret) },
    ...{ former_secret: former_secret === undefined ? null : sealed(former_secret), ...columns },
  });
  return id;
}
