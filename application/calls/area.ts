import { area } from '../area.js';
import { callEvents } from './call.events.js';
import { callKind } from './call.import.js';

export const callsArea = area({
  name: 'calls',
  about: 'The phone log.',
  importKinds: [callKind],
  events: [callEvents],
});
