import { area } from '../../kernel/area.js';
import { EventTypes } from '../../kernel/events/event-types.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Staff } from '../staff/staff.js';
import { AutomationRuns, Automations } from './automations.js';
import { createAutomation } from './create-automation.js';
import { deleteAutomation } from './delete-automation.js';
import { getAutomation } from './get-automation.js';
import { listAutomations } from './list-automations.js';
import { listRuns } from './list-runs.js';
import { RuleBook } from './rule-book.js';
import { runParts, runWorks } from './run-provisions.js';
import { updateAutomation } from './update-automation.js';

export const automationsArea = area({
  name: 'automations',
  about: 'Rules by which the shop acts by itself when something happens, or at a time before or after it.',
  operations: [listAutomations, getAutomation, createAutomation, updateAutomation, deleteAutomation, listRuns],
  shared: [provide(RuleBook, RuleBook, [Automations, AutomationRuns, EventTypes, Staff, Ids, Clock]), ...runParts],
  works: runWorks,
});
