import type { Shop } from '../../../domain/access/shop.js';
import {
  keptUntil,
  MOST_RUNS_AN_HOUR,
  plannedSteps,
  reasonToSkip,
  SKIPPED_RUN_KEPT_DAYS,
  type SkipReason,
} from '../../../domain/automations/automation-run.js';
import { switchOff, type Automation } from '../../../domain/automations/automation.js';
import type { EventData } from '../../../domain/automations/condition.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { DAY_MS, HOUR_MS, later } from '../../../domain/shared/instant.js';
import type { Clock, Ids, Log } from '../../kernel/ports/ports.js';
import type { Automations } from './automations.js';
import type { RunDepths } from './run-automation.js';
import type { RunData } from './run-data.js';
import type { StartedRun, StartedRuns } from './started-runs.js';

const OVER_THE_LIMIT = `it ran more than ${MOST_RUNS_AN_HOUR} times within an hour`;

/** Decides whether the steps of a run are begun, and stores them. */
export class BeginRun {
  constructor(
    private readonly automations: Automations,
    private readonly runs: StartedRuns,
    private readonly data: RunData,
    private readonly depths: RunDepths,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** False: the run is skipped. */
  async execute(shop: Shop, run: StartedRun): Promise<boolean> {
    const [rule, data, depth] = await Promise.all([
      this.automations.find(shop.id, run.automationId),
      this.data.of(shop, run),
      this.depths.of(shop.id, run),
    ]);
    const judged = rule && data && (await this.data.judged(shop, run, rule, data));
    const reason = reasonToSkip({ rule, data: judged, depth, accountSuspended: shop.suspended });
    if (reason !== null || !rule || !data) return this.skip(shop.id, run, reason ?? 'rule_off');
    if (await this.begin(shop.id, run, rule, data, depth)) return true;
    await this.automations.change(shop.id, rule.id, (before) => switchOff(before, OVER_THE_LIMIT));
    this.log.warn('a rule was switched off', { shop: shop.id, automation: rule.id, reason: OVER_THE_LIMIT });
    return this.skip(shop.id, run, 'hourly_limit');
  }

  private begin(shop: ShopId, run: StartedRun, rule: Automation, data: EventData, depth: number): Promise<boolean> {
    const now = this.clock.now();
    const planned = plannedSteps(rule, run.happenedAt);
    return this.runs.begin(shop, run, {
      data,
      depth,
      now,
      keptUntil: keptUntil(planned, now),
      steps: planned.map((step) => ({ ...step, id: this.ids.next() })),
      limit: { since: later(now, -HOUR_MS), most: MOST_RUNS_AN_HOUR },
    });
  }

  private async skip(shop: ShopId, { id }: StartedRun, reason: SkipReason): Promise<false> {
    await this.runs.skip(shop, id, reason, later(this.clock.now(), SKIPPED_RUN_KEPT_DAYS * DAY_MS));
    return false;
  }
}
