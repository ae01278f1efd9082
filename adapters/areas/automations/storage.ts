import { AutomationRuns } from '../../../application/areas/automations/automation-runs.js';
import { Automations } from '../../../application/areas/automations/automations.js';
import { StartedRuns } from '../../../application/areas/automations/started-runs.js';
import { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { Clock } from '../../../application/kernel/ports/clock.js';
import { Ids } from '../../../application/kernel/ports/ids.js';
import { provide } from '../../../application/kernel/provide.js';
import { Automations1795403400100 } from '../../migrations/1795403400100-automations.js';
import { AutomationRuns1795403500100 } from '../../migrations/1795403500100-automation-runs.js';
import { AutomationTraces1795456000200 } from '../../migrations/1795456000200-automation-traces.js';
import { Database } from '../../storage/database.js';
import { DAY_MS } from '../../storage/retention/kept-rows.js';
import { storage } from '../../storage/storage.js';
import { automationRunErasure, erasedWithRuns } from './automation-run.erasure.js';
import { automationRunTable } from './automation-run.table.js';
import { automationStepTable, automationWatchTable } from './automation-step.table.js';
import { automationTable } from './automation.table.js';
import { PostgresAutomationFollower } from './postgres-automation-follower.js';
import { PostgresAutomationRuns } from './postgres-automation-runs.js';
import { PostgresAutomations } from './postgres-automations.js';
import { PostgresStartedRuns } from './postgres-started-runs.js';
import { PostgresWithdrawalFollower } from './postgres-withdrawal-follower.js';

/** A rule that was deleted stays for as long as its runs are listed. */
const WITHOUT_RUNS = 'not exists (select from automation_runs r where r.shop_id = t.shop_id and r.automation_id = t.id)';

export const automationsStorage = storage({
  migrations: [Automations1795403400100, AutomationRuns1795403500100, AutomationTraces1795456000200],
  tables: [automationTable, automationRunTable, automationStepTable, automationWatchTable],
  due: [
    { work: 'automations.run', table: automationRunTable },
    { work: 'automations.step', table: automationStepTable },
  ],
  kept: [
    { table: automationRunTable, since: 'keptUntil', keptMs: 0, where: "t.state <> 'pending'" },
    { table: automationTable, since: 'deletedAt', keptMs: 30 * DAY_MS, where: WITHOUT_RUNS },
  ],
  erases: [automationRunErasure, ...erasedWithRuns],
  impersonal: [automationTable],
  followers: [
    provide(PostgresAutomationFollower, PostgresAutomationFollower, [Ids, Clock]),
    provide(PostgresWithdrawalFollower, PostgresWithdrawalFollower, [EventCatalogue]),
  ],
  provides: [
    provide(Automations, PostgresAutomations, [Database]),
    provide(AutomationRuns, PostgresAutomationRuns, [Database]),
    provide(StartedRuns, PostgresStartedRuns, [Database, EventCatalogue]),
  ],
});
