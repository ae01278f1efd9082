import type { Webhook } from './webhook.js';

/** Tells whether a subscription wants events of a kind. */
export function wantsEvent({ events }: Pick<Webhook, 'events'>, kind: string): boolean {
  return events === null || events.some((wanted) => wanted === kind);
}
