import { defined } from '../../../domain/shared/defined.js';
import { Conflict, NotFound } from '../../../domain/shared/errors.js';
import type { ShopId, WebhookId } from '../../../domain/shared/id.js';
import { changeWebhook, type Webhook, type WebhookChange } from '../../../domain/webhooks/webhook.js';
import { Flag, PathId, Text } from '../../kernel/fields/fields.js';
import { Tags } from '../../kernel/fields/list-field.js';
import { operation, patch, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import type { Clock } from '../../kernel/ports/ports.js';
import { KINDS_FIELD, LONGEST_DESCRIPTION, LONGEST_URL, WebhookRules } from './webhook-rules.js';
import { WebhookView } from './webhook.view.js';
import { StillCanceling, type Webhooks } from './webhooks.js';

class UpdateWebhookInput {
  @PathId() id!: WebhookId;
  @Text({ max: LONGEST_URL, change: true }) url?: string;
  @Tags({ ...KINDS_FIELD, change: true, nullable: true, description: 'Null: all kinds, also those that are added later.' })
  events?: readonly string[] | null;
  @Text({ max: LONGEST_DESCRIPTION, change: true, nullable: true }) description?: string | null;
  @Flag({ change: true, description: 'False cancels what waits. True begins with the events to come.' }) enabled?: boolean;
}

/** Stores a change of a webhook. */
export class WebhookChanges {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound when the shop has no such webhook
   * @throws Conflict when it cannot be switched on yet
   */
  async store(shop: ShopId, id: WebhookId, change: WebhookChange): Promise<Webhook> {
    try {
      const changed = await this.webhooks.change(shop, id, this.clock.now(), (webhook) => changeWebhook(webhook, change));
      if (changed) return changed;
    } catch (error) {
      if (!(error instanceof StillCanceling)) throw error;
      throw new Conflict('the deliveries from before are still being canceled; try again in some seconds');
    }
    throw new NotFound('webhook');
  }
}

class UpdateWebhook implements UseCase<UpdateWebhookInput, Webhook> {
  constructor(
    private readonly changes: WebhookChanges,
    private readonly rules: WebhookRules,
  ) {}

  async execute({ shop }: Caller, { id, events, ...input }: UpdateWebhookInput): Promise<Webhook> {
    if (input.url !== undefined) await this.rules.requireUrl(input.url);
    const kinds = events === undefined ? undefined : this.rules.chosenKinds(events);
    const { url, description, enabled } = input;
    return this.changes.store(shop.id, id, defined({ url, events: kinds, description, enabled }));
  }
}

export const updateWebhook = operation(UpdateWebhook, {
  name: 'webhooks.update',
  summary: 'Change a webhook, or switch it on or off',
  description:
    'Changes at least one field. Switching it off cancels the deliveries that wait; switching it on begins with the events to ' +
    'come, and forgets its failures. Missed events are in the feed. Deliveries that wait go to the new URL.',
  scope: 'full',
  route: patch('/webhooks/:id'),
  input: UpdateWebhookInput,
  output: one(WebhookView),
  needs: [WebhookChanges, WebhookRules],
  callsOutward: true,
  errors: ['not_found', 'conflict'],
  atLeastOne: true,
});
