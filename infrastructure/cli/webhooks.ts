import { Deliveries } from '../../application/areas/webhooks/deliveries.js';
import { Redelivery } from '../../application/areas/webhooks/redeliver-event.js';
import { WebhookChanges } from '../../application/areas/webhooks/update-webhook.js';
import { DeliveryView, WebhookView } from '../../application/areas/webhooks/webhook.view.js';
import { Webhooks } from '../../application/areas/webhooks/webhooks.js';
import { NotFound } from '../../domain/shared/errors.js';
import type { ShopId, WebhookId } from '../../domain/shared/id.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhooks/delivery.js';
import type { Use } from '../modules/use.js';
import { argument, onTables, optional, preset, required, wholeNumber } from './command.js';
import { asTable } from './outcome.js';
import { idOf, namedShop } from './typed.js';

const shop = required('<id>', 'the shop that has the webhook');
const id = argument('<id>', 'the id of the webhook, from webhook list');

const list = onTables({
  name: 'webhook list',
  about: 'list the webhooks of a shop, the newest first, with their last success and failure',
  input: { shop },
  async run({ use }, input) {
    const webhooks = await use(Webhooks).list((await namedShop(use, input.shop)).id);
    const shown = webhooks.map((webhook) => WebhookView.of(webhook));
    const rows = shown.map((one) => [one.id, stateOf(one), one.last_success_at, one.last_failure_at, one.url]);
    const headings = ['ID', 'STATE', 'LAST SUCCESS', 'LAST FAILURE', 'URL'];
    return { document: shown, text: asTable(headings, rows, 'This shop has no webhooks.') };
  },
});

const deliveries = onTables({
  name: 'webhook deliveries',
  about: 'list the tries of a webhook, the newest first, with what the receiver answered',
  input: {
    shop,
    id,
    status: optional<DeliveryStatus>('<status>', 'only tries that ended so', { choices: DELIVERY_STATUSES }),
    limit: preset('<number>', 'how many', 25, wholeNumber(1, 500)),
  },
  async run({ use }, { status, limit, ...which }) {
    const found = await webhookOf(use, which);
    const statuses = status === undefined ? DELIVERY_STATUSES : [status];
    const tries = await use(Deliveries).search(found.shop, found.id, statuses, limit, null);
    const shown = tries.map((one) => DeliveryView.of(one));
    const rows = shown.map((one) => [
      ...[one.id, one.created_at, one.event_type, String(one.attempt), one.status],
      ...[one.error ?? (one.response_status === null ? null : `answered ${one.response_status}`), one.next_attempt_at],
    ]);
    const headings = ['ID', 'AT', 'EVENT', 'TRY', 'STATUS', 'ANSWER', 'NEXT'];
    return { document: shown, text: asTable(headings, rows, 'There are no such deliveries.') };
  },
});

const redeliver = onTables({
  name: 'webhook redeliver',
  about: 'send the events of these deliveries once more, each with tries of its own',
  changes: true,
  input: {
    shop,
    id,
    deliveries: argument<readonly string[]>('<delivery...>', 'ids, from webhook deliveries', {
      read: (text, before = []) => [...before, text],
    }),
  },
  async run({ use }, { deliveries: typed, ...which }) {
    const found = await webhookOf(use, which);
    const again: DeliveryView[] = [];
    for (const one of typed) again.push(DeliveryView.of(await use(Redelivery).of(found.shop, found.id, idOf(one))));
    return { document: again, text: `${again.length} waiting: see shop-ops webhook deliveries ${found.id} --shop ${found.shop}` };
  },
});

const enable = onTables({
  name: 'webhook enable',
  about: 'switch a webhook on, with the events to come; what it has missed is in the feed',
  changes: true,
  input: { shop, id },
  async run({ use }, which) {
    const found = await webhookOf(use, which);
    const view = WebhookView.of(await use(WebhookChanges).store(found.shop, found.id, { enabled: true }));
    return { document: view, text: `Webhook ${view.id} is on.` };
  },
});

export const webhookCommands = [list, deliveries, redeliver, enable];

/** @throws NotFound when there is no such shop, or it has no such webhook */
async function webhookOf(use: Use, typed: { shop: string; id: string }): Promise<{ shop: ShopId; id: WebhookId }> {
  const { id: of } = await namedShop(use, typed.shop);
  const webhook = await use(Webhooks).find(of, idOf<'Webhook'>(typed.id));
  if (!webhook) throw new NotFound('webhook');
  return { shop: of, id: webhook.id };
}

function stateOf({ enabled, disabled_reason: reason }: WebhookView): string {
  return enabled ? 'on' : reason === null ? 'off' : `off: ${reason}`;
}
