import { area } from '../area.js';
import { createAutomation } from './create-automation.js';
import { deleteAutomation } from './delete-automation.js';
import { getAutomation } from './get-automation.js';
import { listAutomations } from './list-automations.js';
import { updateAutomation } from './update-automation.js';
import { runParts, runWorks } from './run-provisions.js';

export const automationsArea = area({
  name: 'automations',
  about: 'Rules by which the shop acts by itself when something happens, or at a time before or after it.',
  operations: [listAutomations, getAutomation, createAutomation, updateAutomation, deleteAutomation],
  shared: runParts,
  works: runWorks,
});
