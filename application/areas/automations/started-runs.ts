import type { AutomationStepId, PlannedStep, SkipReason, StepRecord } from '../../../domain/automations/automation-run.js';
import type { Step } from '../../../domain/automations/automation.js';
import type { EventData } from '../../../domain/automations/condition.js';
import type { AutomationId, AutomationRunId, EventId, JobId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { CauseView } from '../../kernel/events/cause.js';

/** A run with what its steps need of the event. */
export interface StartedRun {
  readonly id: AutomationRunId;
  readonly automationId: AutomationId;
  /** null: a time before an appointment started the run, as `jobId` and `startsAt` say */
  readonly eventId: EventId | null;
  readonly jobId: JobId | null;
  readonly startsAt: Instant | null;
  readonly eventType: string | null;
  /** null: not known yet, or not needed any more */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly cause: CauseView | null;
  readonly happenedAt: Instant;
  readonly state: 'pending' | 'begun' | 'skipped';
}

/** A step that has not ended. */
export interface WaitingStep {
  readonly id: AutomationStepId;
  readonly step: Step;
  readonly runsAt: Instant;
}

export interface NewStep extends PlannedStep {
  readonly id: AutomationStepId;
}

/** The steps of a run that begins. */
export interface BegunSteps {
  readonly steps: readonly NewStep[];
  readonly data: EventData;
  readonly depth: number;
  readonly keptUntil: Instant;
  readonly now: Instant;
  /** The run does not begin if the rule has begun `most` runs since then. */
  readonly limit: { readonly since: Instant; readonly most: number };
}

/** The end of a step. */
export type StepEnd =
  | { readonly status: 'done'; readonly record: StepRecord }
  | { readonly status: 'not_done'; readonly reason: string }
  | { readonly status: 'withdrawn'; readonly by: EventId };

/** The traces by which a run is found that has caused an event. */
export interface Traces {
  readonly automationId: AutomationId | null;
  readonly eventId: EventId | null;
  /** records that a step may have made */
  readonly records: readonly string[];
}

/** The runs that events and times have started, for the work that carries them out. */
export abstract class StartedRuns {
  abstract find(shop: ShopId, id: AutomationRunId): Promise<StartedRun | null>;
  /** Ends a run before any step. A run that has begun stays as it is. */
  abstract skip(shop: ShopId, id: AutomationRunId, reason: SkipReason, keptUntil: Instant): Promise<void>;
  /** Stores the steps of a run that has not begun. False: the rule has reached its limit. Runs of one rule begin one by one. */
  abstract begin(shop: ShopId, run: StartedRun, begun: BegunSteps): Promise<boolean>;
  /** The steps that run when the run begins and have not ended, in the order of the rule. */
  abstract stepsAtOnce(shop: ShopId, id: AutomationRunId): Promise<readonly WaitingStep[]>;
  /** Null: it has ended, or the shop has no such step. */
  abstract findStep(shop: ShopId, id: AutomationStepId): Promise<{ readonly run: StartedRun; readonly step: WaitingStep } | null>;
  /**
   * Ends a step. In a unit of work this is the last write: it never waits for another transaction. False: the step has ended
   * already, or an event withdraws it at this moment; then nothing of the unit may be stored.
   */
  abstract end(shop: ShopId, id: AutomationStepId, end: StepEnd, now: Instant): Promise<boolean>;
  /** Lets a step wait until a later time; otherwise like `end`. */
  abstract postpone(shop: ShopId, id: AutomationStepId, until: Instant): Promise<boolean>;
  /** Forgets the data of the event when no step of the run waits any more. */
  abstract forgetData(shop: ShopId, id: AutomationRunId): Promise<void>;
  /** The depth of the run that caused an event; null: none is known. */
  abstract depthOfCause(shop: ShopId, traces: Traces): Promise<number | null>;
  /**
   * The events of some kinds that may withdraw a step of the run and have not done so: those that are not relayed yet, and those
   * that were relayed while the run began.
   */
  abstract eventsNotFollowed(
    shop: ShopId,
    id: AutomationRunId,
    kinds: readonly string[],
  ): Promise<readonly { readonly id: EventId; readonly type: string; readonly data: Readonly<Record<string, unknown>> }[]>;
}
