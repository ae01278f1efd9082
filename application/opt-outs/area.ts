import { area } from '../area.js';
import { optOutEvents } from './opt-out.events.js';

export const optOutsArea = area({
  name: 'opt_outs',
  about: 'The numbers that the shop may not text.',
  events: [optOutEvents],
});
