import type { EventKind } from '../shared/events.js';
import type { AutomationId, StaffUserId } from '../shared/id.js';
import { later, type Instant } from '../shared/instant.js';
import type { TaskPriority } from '../tasks/task.js';
import type { Condition } from './condition.js';

export const MOST_STEPS = 10;
export const MOST_CONDITIONS = 20;
/** The largest number of rules of one shop. */
export const MOST_AUTOMATIONS = 50;

/** A rule of a shop: when the trigger happens and every condition holds, the steps run one after the other. */
export interface Automation {
  readonly id: AutomationId;
  readonly name: string;
  readonly enabled: boolean;
  readonly on: Trigger;
  readonly when: readonly Condition[];
  readonly do: readonly Step[];
  /** the reason why the service switched the rule off; null if the shop did, or if the rule is on. */
  readonly disabledReason: string | null;
  readonly createdAt: Instant;
}

/** The records that a time can lie before. Their start is the time that counts. */
export const BEFORE_ANCHORS = ['appointment'] as const;
/** `{after: "job.completed"}` is not a kind of event: it is the `job.stage_changed` whose `stage` is `completed`. */
export const JOB_COMPLETED = 'job.completed';

/** The start of a run: an event, a time before an appointment starts, or a time after an event. */
export type Trigger =
  | { readonly kind: 'event'; readonly event: EventKind }
  | { readonly kind: 'before'; readonly anchor: (typeof BEFORE_ANCHORS)[number]; readonly wait: Wait }
  | { readonly kind: 'after'; readonly anchor: EventKind; readonly wait: Wait };

export const STEP_KINDS = ['create_task', 'send_text', 'assign', 'set_followup'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** The part of every step that says when it runs. */
interface Waiting {
  /** null: at once, when the steps before it are done */
  readonly after: Wait | null;
  /** An event of one of these kinds about the same contact withdraws the step while it waits. */
  readonly unless: readonly WithdrawingKind[];
}

export interface CreateTaskStep extends Waiting {
  readonly step: 'create_task';
  /** a template, as in `filled` */
  readonly title: string;
  /** a template */
  readonly notes: string | null;
  readonly priority: TaskPriority;
  readonly staffId: StaffUserId | null;
  /** The task is due this long after the step ran; null: undated. */
  readonly dueIn: Wait | null;
}

export interface SendTextStep extends Waiting {
  readonly step: 'send_text';
  /** a template */
  readonly body: string;
}

/** The owner of the lead or of the thread that the event is about becomes this teammate. */
export interface AssignStep extends Waiting {
  readonly step: 'assign';
  readonly staffId: StaffUserId;
}

/** The follow-up of the lead that the event is about is set to this long after the step ran. */
export interface SetFollowupStep extends Waiting {
  readonly step: 'set_followup';
  readonly in: Wait;
}

export type Step = CreateTaskStep | SendTextStep | AssignStep | SetFollowupStep;

/** The kind of event whose data a rule reads; null: the rule reads the appointment that it comes before. */
export function eventKindOf(trigger: Trigger): EventKind | null {
  switch (trigger.kind) {
    case 'event':
      return trigger.event;
    case 'after':
      return trigger.anchor === JOB_COMPLETED ? 'job.stage_changed' : trigger.anchor;
    case 'before':
      return null;
  }
}

/**
 * Returns a sentence for each other rule that is on, has the same start, and a step of the same kind: both run, so a contact may be
 * texted twice. The oldest comes first.
 */
export function alsoDoneBy({ id, enabled, on, do: steps }: Automation, rules: readonly Automation[]): readonly string[] {
  if (!enabled) return [];
  const oldestFirst = rules.filter((one) => one.enabled && one.id !== id && isSameStart(one.on, on)).toReversed();
  return oldestFirst.flatMap((other) => {
    const kinds = STEP_KINDS.filter((kind) => [steps, other.do].every((some) => some.some(({ step }) => step === kind)));
    return kinds.length === 0
      ? []
      : [`the rule ${other.name} (${other.id}) has the same start and ${kinds.join(', ')}, too: both run`];
  });
}

/** The waits may differ: the steps follow from one thing all the same. */
function isSameStart(one: Trigger, other: Trigger): boolean {
  return one.kind === other.kind && startOf(one) === startOf(other);
}

function startOf(trigger: Trigger): string {
  return trigger.kind === 'event' ? trigger.event : trigger.anchor;
}

/** The parts of a rule that the shop decides. */
export type Rule = Pick<Automation, 'name' | 'enabled' | 'on' | 'when' | 'do'>;

/** A rule with some of its parts replaced. When the shop switches a rule on or off, a former reason of the service is void. */
export function changeAutomation(automation: Automation, change: Partial<Rule>): Automation {
  const disabledReason = change.enabled === undefined ? automation.disabledReason : null;
  return { ...automation, ...change, disabledReason };
}

/** Switches a rule off for the service. A rule that is off already stays as it is. */
export function switchOff(automation: Automation, reason: string): Automation {
  return automation.enabled ? { ...automation, enabled: false, disabledReason: reason } : automation;
}

export const WAIT_UNITS = ['minutes', 'hours', 'days'] as const;
export type WaitUnit = (typeof WAIT_UNITS)[number];

/** A length of time as a shop writes it, such as 3 days. It is kept in its unit, so that an answer shows what was given. */
export interface Wait {
  readonly unit: WaitUnit;
  /** a whole number, at least 1 */
  readonly count: number;
}

const MINUTES: Readonly<Record<WaitUnit, number>> = { minutes: 1, hours: 60, days: 1440 };

/** The longest wait of a trigger or a step (decisions.md §16 bounds it; the service takes 90 days). */
export const LONGEST_WAIT_DAYS = 90;

/** A day has 24 hours, also when clocks change: a wait is a length of time, not a time of the day. */
export function minutesOf({ unit, count }: Wait): number {
  return count * MINUTES[unit];
}

/** Tells whether a wait is a whole number of its unit, from one minute to `LONGEST_WAIT_DAYS`. */
export function isWithinBounds(wait: Wait): boolean {
  return Number.isInteger(wait.count) && wait.count >= 1 && minutesOf(wait) <= LONGEST_WAIT_DAYS * MINUTES.days;
}

/** The instant this long after another. A day has 24 hours here, so a change of clocks moves the time on the wall. */
export function laterBy(instant: Instant, wait: Wait): Instant {
  return later(instant, minutesOf(wait) * 60_000);
}

/** The kinds of events that a step's `unless` may name: with each of them, somebody has dealt with the contact meanwhile. */
export const WITHDRAWING_KINDS = [
  'message.received',
  'call.completed',
  'call.missed',
  'lead.status_changed',
  'job.stage_changed',
  'appointment.changed',
  'task.completed',
] as const satisfies readonly EventKind[];
export type WithdrawingKind = (typeof WITHDRAWING_KINDS)[number];
