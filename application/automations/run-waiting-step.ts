import type { AutomationStepId } from '../../domain/automations/automation-run.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Shops } from '../access/shops.js';
import type { Work } from '../events/work.js';
import type { CarryOutStep } from './carry-out-step.js';
import type { StartedRuns } from './started-runs.js';

interface DueStep {
  readonly shop: ShopId;
  readonly id: AutomationStepId;
}

/** Carries out a step that has waited. */
export class RunWaitingStep implements Work<DueStep> {
  readonly name = 'automations.step';
  readonly againAfterMs = 1_000;

  constructor(
    private readonly shops: Shops,
    private readonly runs: StartedRuns,
    private readonly carrying: CarryOutStep,
  ) {}

  keyOf({ shop, id }: DueStep): string {
    return `${shop}:${id}`;
  }

  async run({ shop: shopId, id }: DueStep): Promise<boolean> {
    const [shop, found] = await Promise.all([this.shops.find(shopId), this.runs.findStep(shopId, id)]);
    if (!shop || !found) return true;
    const { run, step } = found;
    if (!(await this.carrying.execute(shop, run, step))) return false;
    await this.runs.forgetData(shopId, run.id);
    return true;
  }
}
