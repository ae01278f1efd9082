import type { AutomationRunId, ShopId } from '../../domain/shared/id.js';
import type { Shops } from '../access/shops.js';
import type { Work } from '../events/work.js';
import type { BeginRun } from './begin-run.js';
import type { CarryOutStep } from './carry-out-step.js';
import type { StartedRuns } from './started-runs.js';

interface DueRun {
  readonly shop: ShopId;
  readonly id: AutomationRunId;
}

/**
 * Begins a run, and carries out the steps that don't wait, one after the other. A run that was cut off goes on with the step that
 * has not ended.
 */
export class RunAutomation implements Work<DueRun> {
  readonly name = 'automations.run';
  readonly againAfterMs = 1_000;

  constructor(
    private readonly shops: Shops,
    private readonly runs: StartedRuns,
    private readonly beginning: BeginRun,
    private readonly carrying: CarryOutStep,
  ) {}

  keyOf({ shop, id }: DueRun): string {
    return `${shop}:${id}`;
  }

  async run({ shop: shopId, id }: DueRun): Promise<boolean> {
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
