import { area } from '../area.js';

export const webhooksArea = area({
  name: 'webhooks',
  about: 'Subscriptions to the shop’s events, and the log of their deliveries.',
});
