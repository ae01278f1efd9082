import { area } from '../area.js';
import { webhookEvents } from './webhook.events.js';

export const webhooksArea = area({
  name: 'webhooks',
  about: 'Subscriptions to the shop’s events, and the log of their deliveries.',
  events: [webhookEvents],
});
