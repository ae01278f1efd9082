import type { AutomationStepId } from '../../../domain/automations/automation-run.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Shops } from '../access/shops.js';
import type { CarryOutStep } from './carry-out-step.js';
import type { StartedRuns } from './started-runs.js';

/** Carries out a step that has waited. */
export class RunWaitingStep implements Work<DueRecord<AutomationStepId>> {
  readonly name = 'automations.step';

  constructor(
    private readonly shops: Shops,
    private readonly runs: StartedRuns,
    private readonly carrying: CarryOutStep,
  ) {}

  async run({ shop: shopId, id }: DueRecord<AutomationStepId>): Promise<boolean> {
    const [shop, found] = await Promise.all([this.shops.find(shopId), this.runs.findStep(shopId, id)]);
    if (!shop || !found) return true;
    const { run, step } = found;
    if (!(await this.carrying.execute(shop, run, step))) return false;
    await this.runs.forgetData(shopId, run.id);
    return true;
  }
}
