import { AutomationRuns, Automations } from '../../../application/areas/automations/automations.js';
import { StartedRuns } from '../../../application/areas/automations/started-runs.js';
import { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { Clock, Ids } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { DAY_MS } from '../../../domain/shared/instant.js';
import { Automations1795403400100 } from '../../migrations/1795403400100-automations.js';
import { AutomationRuns1795403500100 } from '../../migrations/1795403500100-automation-runs.js';
import { AutomationTraces1795456000200 } from '../../migrations/1795456000200-automation-traces.js';
import { Database } from '../../storage/database.js';
import { erasing, rowsIn, type Eraser } from '../../storage/erasure/eraser.js';
import { outboxTable } from '../../storage/outbox/outbox.entity.js';
import { storage } from '../../storage/storage.js';
import { jobTable } from '../jobs/job.entity.js';
import { automationRunTable, automationStepTable, automationTable, automationWatchTable } from './automation.entity.js';
import {
  PostgresAutomationFollower,
  PostgresAutomationRuns,
  PostgresAutomations,
  PostgresWithdrawalFollower,
} from './postgres-automations.js';
import { PostgresStartedRuns } from './postgres-started-runs.js';

const READ = `select t.id, t.event_data::text as data from automation_runs t where t.shop_id = $1 and t.event_data is not null`;
/** `$1` shop, `$2` runs with data about the person, `$3` the events about the person, `$4` the person's jobs. */
const DELETE = `delete from automation_runs t where t.shop_id = $1
  and (t.id = any($2::uuid[]) or t.state = 'pending' and (t.event_id = any($3::uuid[]) or t.job_id = any($4::uuid[])))`;

interface Row {
  readonly id: string;
  readonly data: string;
}

/**
 * A run has the data of its event for as long as it has something to do for the person, so such runs go, with their steps that
 * wait. A run that has ended names no person.
 */
const automationRunErasure: Eraser = {
  ...erasing(automationRunTable, async ({ client, person, mentions, events }) => {
    const { rows } = await client.query<Row>(READ, [person.shop]);
    const about = rows.filter(({ data }) => mentions.in(data)).map(({ id }) => id);
    return rowsIn(await client.query(DELETE, [person.shop, about, events, person.rowsOf(jobTable)]));
  }),
  after: [outboxTable, jobTable],
};

/** The steps of a run, and what withdraws them, go with the run. */
const erasedWithRuns: readonly Eraser[] = [automationStepTable, automationWatchTable].map((table) =>
  erasing(table, () => Promise.resolve(0)),
);

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
