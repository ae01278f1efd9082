import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { ScheduledMessages } from '../scheduled-messages/scheduled-messages.js';
import type { StartedRun, StartedRuns } from './started-runs.js';

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
