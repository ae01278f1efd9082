import { Shops } from '../access/shops.js';
import { area } from '../area.js';
import { Announcer } from '../events/announcer.js';
import { Clock } from '../ports/clock.js';
import { provide } from '../provide.js';
import { ImportOptOuts } from './import-opt-outs.js';
import { optOutEvents } from './opt-out.events.js';
import { OptOuts } from './opt-outs.js';
import { TextingBlocks } from './texting-blocks.js';

export const optOutsArea = area({
  name: 'opt_outs',
  about: 'The numbers that the shop may not text.',
  commands: [provide(ImportOptOuts, ImportOptOuts, [Shops, OptOuts, Clock])],
  events: [optOutEvents],
  shared: [provide(TextingBlocks, TextingBlocks, [OptOuts, Clock, Announcer])],
});
