import type { AutomationRunId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Shops } from '../access/shops.js';
import type { ScheduledMessages } from '../texting/scheduled-messages.js';
import type { BeginRun } from './begin-run.js';
import type { ExecuteStep } from './execute-step.js';
import type { StartedRun, StartedRuns } from './started-runs.js';

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
    private readonly carrying: ExecuteStep,
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

/** Finds out how many rules have led to an event, one by another. */
export class RunDepths {
  constructor(
    private readonly runs: StartedRuns,
    private readonly scheduled: ScheduledMessages,
  ) {}

  /** 1 for a run whose event no rule has caused, and one more for each rule before it. */
  async of(shop: ShopId, run: StartedRun): Promise<number> {
    const automationId = run.cause?.automation_id ?? null;
    const records = await this.recordsOf(shop, run);
    if (automationId === null && records.length === 0) return 1;
    // The casts are safe: causes are stored as the service announces them.
    const traces = { automationId, eventId: run.cause?.event_id ?? null, records } as Parameters<StartedRuns['depthOfCause']>[1];
    const depth = await this.runs.depthOfCause(shop, traces);
    if (depth !== null) return depth + 1;
    return automationId === null ? 1 : 2;
  }

  /** The machine's messages. Who sends them in the background does not know the rule, but a step has made them. */
  private async recordsOf(shop: ShopId, { eventType, data }: StartedRun): Promise<readonly string[]> {
    const { id, automated } = data ?? {};
    if (typeof id !== 'string') return [];
    if (eventType?.startsWith('scheduled_message.')) return [id];
    if (!eventType?.startsWith('message.') || automated !== true) return [];
    const scheduled = await this.scheduled.ofMessage(shop, id as MessageId); // safe: the data is a message
    return [id, ...(scheduled ? [scheduled.id] : [])];
  }
}
