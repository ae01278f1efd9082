import type { ErrorCode } from '../shared/errors.js';
import type { AutomationId, AutomationRunId, EventId, Id, JobId } from '../shared/id.js';
import { DAY_MS, later, type Instant } from '../shared/instant.js';
import type { TextingReason } from '../texting/may-text.js';
import { laterBy, type Automation, type Step, type StepKind } from './automation.js';
import { holds, type EventData } from './condition.js';
import type { FillingProblem } from './template.js';

export type AutomationStepId = Id<'AutomationStep'>;

/** The events that automations cause may start further runs. The run of an event that no automation caused has the depth 1. */
const DEEPEST_RUN = 3;
/** A rule that begins more runs within an hour is switched off. Runs whose conditions don't hold don't count. */
export const MOST_RUNS_AN_HOUR = 100;

/** The days for which a run is kept: from its end if it waits, and only one day if it did nothing. */
const RUN_KEPT_DAYS = 30;
export const SKIPPED_RUN_KEPT_DAYS = 1;

/** `waiting`: a step of it has not ended yet. `skipped`: no step of it was tried, and `reason` says why. */
export const RUN_STATUSES = ['waiting', 'done', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The reasons why no step of a run is tried. */
export const SKIP_REASONS = [
  'conditions',
  'rule_off',
  'too_deep',
  'hourly_limit',
  'account_suspended',
  'appointment_moved',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** `withdrawn`: an event of its `unless` came while it waited. `not_done`: it was tried, and `reason` says what prevented it. */
export const STEP_STATUSES = ['waiting', 'done', 'not_done', 'withdrawn'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** The reasons why a step is not done: a stable word, or a word and what it is about. `docs/automations.md` explains each. */
export type NotDoneReason =
  | TextingReason
  | Extract<SkipReason, 'rule_off' | 'account_suspended' | 'appointment_moved'>
  | FillingProblem
  | 'no_contact'
  | 'no_lead'
  | 'nothing_to_assign'
  | 'not_a_teammate'
  | `refused: ${ErrorCode}`;

/** The kinds of records that a step makes or changes. */
export const STEP_RECORDS = ['task', 'message', 'scheduled_message', 'lead', 'conversation'] as const;

/** The record that a step has made or changed. */
export interface StepRecord {
  readonly kind: (typeof STEP_RECORDS)[number];
  readonly id: string;
}

/** The outcome of one step of a run. */
export interface RunStep {
  readonly id: AutomationStepId;
  readonly step: StepKind;
  readonly status: StepStatus;
  /** a `NotDoneReason` of this or an earlier release; null: done, or waiting */
  readonly reason: string | null;
  /** the time at which it is or was to be tried */
  readonly runsAt: Instant;
  /** null while it waits */
  readonly endedAt: Instant | null;
  readonly record: StepRecord | null;
  /** the event that withdrew it */
  readonly withdrawnBy: EventId | null;
}

/** The deeds of a rule because of one event, or of the time before one appointment. */
export interface AutomationRun {
  readonly id: AutomationRunId;
  readonly automationId: AutomationId;
  /** the event that started it; null: a time before an appointment did */
  readonly eventId: EventId | null;
  /** the job of the appointment that it comes before; null: an event started it */
  readonly jobId: JobId | null;
  readonly status: RunStatus;
  readonly reason: SkipReason | null;
  readonly createdAt: Instant;
  /** empty unless its steps were begun */
  readonly steps: readonly RunStep[];
}

/** The facts by which a run is judged when it begins. */
export interface RunStart {
  /** null: the rule was deleted */
  readonly rule: Automation | null;
  /** null: the appointment does not stand as it did */
  readonly data: EventData | null;
  readonly depth: number;
  readonly accountSuspended: boolean;
}

/** The reason why no step of a run is tried; null: the steps are begun. The hourly limit is judged when they are stored. */
export function reasonToSkip(start: RunStart): Exclude<SkipReason, 'hourly_limit'> | null {
  const { rule, data, depth, accountSuspended } = start;
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
