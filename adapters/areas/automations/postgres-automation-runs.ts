import { AutomationRuns } from '../../../application/areas/automations/automation-runs.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { AutomationRun, RunStep } from '../../../domain/automations/automation-run.js';
import type { AutomationId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { OffsetPages } from '../../storage/lists/offset-pages.js';
import { nested, nestedRows } from '../../storage/tables/nested-rows.js';
import { automationStepTable } from './automation-step.table.js';

const STEPS =
  nested(`select s.id, s.step ->> 'step' as "step", s.status, s.reason, s.runs_at as "runsAt", s.ended_at as "endedAt",
    case when s.record_id is not null then json_build_object('kind', s.record_kind, 'id', s.record_id) end as "record",
    s.withdrawn_by as "withdrawnBy"
  from automation_steps s where s.shop_id = t.shop_id and s.run_id = t.id order by s.place`);
/** A run waits while it has not begun, or while one of its steps waits. */
const STATUS = `case when t.state = 'skipped' then 'skipped' when t.state = 'pending' or exists (
    select from automation_steps s where s.shop_id = t.shop_id and s.run_id = t.id and s.status = 'waiting'
  ) then 'waiting' else 'done' end`;
const SHOWN = {
  select: `t.id, t.automation_id as "automationId", t.event_id as "eventId", t.job_id as "jobId", ${STATUS} as "status",
    t.reason, t.created_at as "createdAt", ${STEPS} as "steps"`,
  from: 'automation_runs t',
};

export class PostgresAutomationRuns extends AutomationRuns {
  private readonly pages: OffsetPages<AutomationRun>;

  constructor(database: Database) {
    super();
    this.pages = new OffsetPages(database, SHOWN, 'automation_runs.list');
  }

  /** The runs of one rule are few enough to be counted: at most a hundred begin in an hour, and the others are kept for a day. */
  override async list(
    shop: ShopId,
    automation: AutomationId,
    limit: number,
    offset: number,
  ): Promise<OffsetSlice<AutomationRun>> {
    const page = await this.pages.list(shop, limit, offset, (parameter) => {
      const ofRule = `from automation_runs t where t.shop_id = $1 and t.automation_id = ${parameter(automation)}`;
      return {
        total: `select count(*) as n ${ofRule}`,
        ids: `select t.id ${ofRule} order by t.created_at desc, t.id desc limit $2 offset $3`,
      };
    });
    return { ...page, items: page.items.map((run) => ({ ...run, steps: nestedRows<RunStep>(automationStepTable, run.steps) })) };
  }
}
