import { erasing, rowsIn, type Eraser } from '../../storage/erasure/eraser.js';
import { outboxTable } from '../../storage/outbox/outbox.table.js';
import { jobTable } from '../jobs/job.table.js';
import { automationRunTable } from './automation-run.table.js';
import { automationStepTable, automationWatchTable } from './automation-step.table.js';

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
export const automationRunErasure: Eraser = {
  ...erasing(automationRunTable, async ({ client, person, mentions, events }) => {
    const { rows } = await client.query<Row>(READ, [person.shop]);
    const about = rows.filter(({ data }) => mentions.in(data)).map(({ id }) => id);
    return rowsIn(await client.query(DELETE, [person.shop, about, events, person.rowsOf(jobTable)]));
  }),
  after: [outboxTable, jobTable],
};

/** The steps of a run, and what withdraws them, go with the run. */
export const erasedWithRuns: readonly Eraser[] = [automationStepTable, automationWatchTable].map((table) =>
  erasing(table, () => Promise.resolve(0)),
);
