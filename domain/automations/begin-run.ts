import { later, type Instant } from '../shared/instant.js';
import { DEEPEST_RUN, RUN_KEPT_DAYS, type SkipReason } from './automation-run.js';
import type { Automation, Step } from './automation.js';
import { holds } from './condition.js';
import type { EventData } from './field-path.js';
import { laterBy } from './wait.js';

const DAY_MS = 86_400_000;

/** The facts by which a run is judged when it begins. */
export interface Beginning {
  /** null: the rule was deleted */
  readonly rule: Automation | null;
  /** null: the appointment does not stand as it did */
  readonly data: EventData | null;
  readonly depth: number;
  readonly accountSuspended: boolean;
}

/** The reason why no step of a run is tried; null: the steps are begun. The hourly limit is judged when they are stored. */
export function reasonToSkip({ rule, data, depth, accountSuspended }: Beginning): SkipReason | null {
  if (!rule?.enabled) return 'rule_off';
  if (accountSuspended) return 'account_suspended';
  if (data === null) return 'appointment_moved';
  if (!holds(rule.when, data)) return 'conditions';
  return depth > DEEPEST_RUN ? 'too_deep' : null;
}

/** A step of a rule with the time at which it runs. */
export interface PlannedStep {
  readonly step: Step;
  readonly runsAt: Instant;
  /** false: it runs when the run begins */
  readonly waits: boolean;
}

/** All waits count from the event: the wait of the rule, and that of the step. */
export function plannedSteps({ on, do: steps }: Pick<Automation, 'on' | 'do'>, happenedAt: Instant): readonly PlannedStep[] {
  const from = on.kind === 'after' ? laterBy(happenedAt, on.wait) : happenedAt;
  return steps.map((step) => {
    const runsAt = step.after ? laterBy(from, step.after) : from;
    return { step, runsAt, waits: runsAt > happenedAt };
  });
}

/** A run is kept until `RUN_KEPT_DAYS` after its last step. */
export function keptUntil(steps: readonly PlannedStep[], now: Instant): Instant {
  const last = steps.reduce((latest, { runsAt }) => (runsAt > latest ? runsAt : latest), now);
  return later(last, RUN_KEPT_DAYS * DAY_MS);
}
