import { area } from '../area.js';

export const automationsArea = area({
  name: 'automations',
  about: 'Rules by which the shop acts by itself when something happens, or at a time before or after it.',
});
