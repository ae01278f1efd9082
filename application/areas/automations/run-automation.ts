import type { AutomationRunId } from '../../../domain/shared/id.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Shops } from '../access/shops.js';
import type { BeginRun } from './begin-run.js';
import type { CarryOutStep } from './carry-out-step.js';
import type { StartedRuns } from './started-runs.js';

/**
 * Begins a run, and carries out the steps that don't wait, one after the other. A run that was cut off goes on with the step that
 * has not ended.
 */
export class RunAutomation implements Work<DueRecord<AutomationRunId>> {
  readonly name = 'automations.run';

  constructor(
    private readonly shops: Shops,
    private readonly runs: StartedRuns,
    private readonly beginning: BeginRun,
    private readonly carrying: CarryOutStep,
  ) {}

  async run({ shop: shopId, id }: DueRecord<AutomationRunId>): Promise<boolean> {
    const [shop, pending] = await Promise.all([this.shops.find(shopId), this.runs.find(shopId, id)]);
    if (!shop || !pending) return true;
    if (pending.state === 'pending' && !(await this.beginning.execute(shop, pending))) return true;
    // The run is read again, because an appointment's data is stored when the run begins.
    const run = await this.runs.find(shopId, id);
    if (run?.state !== 'begun') return true;
    for (const step of await this.runs.stepsAtOnce(shopId, id)) {
      if (!(await this.carrying.execute(shop, run, step))) return false;
    }
    await this.runs.forgetData(shopId, id);
    return true;
  }
}
