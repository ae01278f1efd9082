import { Automations } from '../../../application/automations/automations.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { Automations1795403400100 } from './1795403400100-automations.js';
import { automationTable } from './automation.table.js';
import { PostgresAutomations } from './postgres-automations.js';

export const automationsStorage = storage({
  migrations: [Automations1795403400100],
  tables: [automationTable],
  provides: [provide(Automations, PostgresAutomations, [Database])],
});
