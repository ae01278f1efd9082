import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Outbox } from '../../kernel/events/outbox.js';
import { Clock } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { ImportOptOuts } from './import-opt-outs.js';
import { listOptOuts } from './list-opt-outs.js';
import { optOutEvents } from './opt-out.view.js';
import { OptOuts } from './opt-outs.js';
import { TextingBlocks } from './texting-blocks.js';

export const optOutsArea = area({
  name: 'optouts',
  about: 'The numbers that the shop may not text.',
  operations: [listOptOuts],
  commands: [provide(ImportOptOuts, ImportOptOuts, [Shops, OptOuts, Clock, Announcer, Outbox])],
  events: [optOutEvents],
  shared: [provide(TextingBlocks, TextingBlocks, [OptOuts, Clock, Announcer])],
});
