import {
  MOST_STEPS,
  STEP_KINDS,
  WITHDRAWING_KINDS,
  type Step,
  type StepKind,
  type Trigger,
  type Wait,
  type WithdrawingKind,
} from '../../../domain/automations/automation.js';
import type { Condition } from '../../../domain/automations/condition.js';
import { TEMPLATES } from '../../../domain/automations/template.js';
import { defined } from '../../../domain/shared/defined.js';
import type { AutomationId, StaffUserId } from '../../../domain/shared/id.js';
import { TASK_PRIORITIES, type TaskPriority } from '../../../domain/tasks/task.js';
import { closedSchema, readClosed, readEach } from '../../kernel/fields/closed-object.js';
import { Invalid, InvalidParts, type ReadContext } from '../../kernel/fields/field.js';
import { Flag, Name, OneOf, PathId, Text, Uuid } from '../../kernel/fields/fields.js';
import { present, type Presence } from '../../kernel/fields/presence.js';
import { ConditionsField, shownWait, TriggerField, WaitField } from './rule-fields.js';

/** A step of any kind. `FORMS` says which properties each kind has. */
class StepInput {
  @OneOf(STEP_KINDS, { description: 'The act.' }) step!: StepKind;
  @Text({ ...TEMPLATES.title, optional: true, description: 'Of a task; `{{name}}` is replaced by that field of the data.' })
  title?: string;
  @Text({ ...TEMPLATES.notes, optional: true, description: 'Of a task, with fields.' }) notes?: string;
  @OneOf(TASK_PRIORITIES, { optional: true, description: 'Of a task.' }) priority?: TaskPriority;
  @Uuid({ listedBy: 'tasks.assignees', listedAs: 'staff_id', optional: true, description: 'To `assign`, or for a task.' })
  staff_id?: StaffUserId; // a profile id, too, until `withAssignees` has put the user id in its place
  @WaitField({ optional: true, description: 'When the task or the follow-up is due.' }) due_in?: Wait;
  @Text({ ...TEMPLATES.body, optional: true, description: 'Of a text, with fields.' }) body?: string;
  @WaitField({ optional: true, description: 'Its wait, counted from the event.' }) after?: Wait;
  @WithdrawingKinds({ optional: true, description: 'Events about the contact that cancel it while it waits.' })
  unless?: readonly WithdrawingKind[];
}

/** The time of a step, which each kind has. */
type Waiting = Pick<Step, 'after' | 'unless'>;
type Part = Exclude<keyof StepInput, 'step' | keyof Waiting>;

interface StepForm {
  readonly parts: readonly Part[];
  /** Makes the step, or refuses one without a part that it must have. */
  readonly make: (given: StepInput, waiting: Waiting) => Step | Invalid;
}

const FORMS: Readonly<Record<StepKind, StepForm>> = {
  create_task: {
    parts: ['title', 'notes', 'priority', 'staff_id', 'due_in'],
    make: ({ title, notes = null, priority = 'normal', staff_id: staffId = null, due_in: dueIn = null }, waiting) =>
      title === undefined ? missing('title') : { step: 'create_task', title, notes, priority, staffId, dueIn, ...waiting },
  },
  send_text: {
    parts: ['body'],
    make: ({ body }, waiting) => (body === undefined ? missing('body') : { step: 'send_text', body, ...waiting }),
  },
  assign: {
    parts: ['staff_id'],
    make: ({ staff_id: staffId }, waiting) =>
      staffId === undefined ? missing('staff_id') : { step: 'assign', staffId, ...waiting },
  },
  set_followup: {
    parts: ['due_in'],
    make: ({ due_in: wait }, waiting) =>
      wait === undefined ? missing('due_in') : { step: 'set_followup', in: wait, ...waiting },
  },
};

/** The steps of a rule, in the order in which they run. */
export function StepsField(presence: Presence): PropertyDecorator {
  const schema = { type: 'array', minItems: 1, maxItems: MOST_STEPS, items: closedSchema(StepInput) };
  return present(schema, presence, (raw, context) => {
    if (!Array.isArray(raw) || raw.length === 0 || raw.length > MOST_STEPS) {
      return new Invalid(`must be a list of 1 to ${MOST_STEPS} steps`);
    }
    return readEach(raw, (one) => readStep(one, context));
  });
}

function readStep(raw: unknown, context: ReadContext): Step | Invalid {
  const given = readClosed(StepInput, raw, context);
  if (given instanceof Invalid) return given;
  const { step, after = null, unless = [], ...others } = given;
  const { parts, make } = FORMS[step];
  const foreign = Object.keys(others).find((part) => !parts.some((own) => own === part));
  if (foreign !== undefined) return wrong(foreign, `must be left out: ${step} has no ${foreign}`);
  if (unless.length > 0 && after === null) {
    return wrong('unless', 'must be left out without after: only a step that waits is withdrawn');
  }
  return make(given, { after, unless });
}

function missing(part: Part): Invalid {
  return wrong(part, `${part} is required`);
}

function wrong(part: string, problem: string): Invalid {
  return new InvalidParts([{ field: `.${part}`, problem }]);
}

function WithdrawingKinds(presence: Presence): PropertyDecorator {
  const most = WITHDRAWING_KINDS.length;
  const schema = { type: 'array', maxItems: most, items: { type: 'string', enum: WITHDRAWING_KINDS } };
  return present(schema, presence, (raw) => {
    if (!Array.isArray(raw) || raw.length > most) return new Invalid(`must be a list of at most ${most} kinds of events`);
    const kinds = readEach(raw, readWithdrawing);
    return kinds instanceof Invalid ? kinds : [...new Set(kinds)];
  });
}

function readWithdrawing(raw: unknown): WithdrawingKind | Invalid {
  return WITHDRAWING_KINDS.find((kind) => kind === raw) ?? new Invalid(`must be one of ${WITHDRAWING_KINDS.join(', ')}`);
}

/** A step in the form in which it is given, without the parts that it does not use. */
export function shownStep(step: Step): object {
  return defined({ ...partsOf(step), after: step.after ? shownWait(step.after) : undefined, unless: listed(step.unless) });
}

function partsOf(step: Step): object {
  switch (step.step) {
    case 'create_task': {
      const { title, notes, priority, staffId, dueIn } = step;
      const due = dueIn ? shownWait(dueIn) : undefined;
      return { step: step.step, title, notes: notes ?? undefined, priority, staff_id: staffId ?? undefined, due_in: due };
    }
    case 'send_text':
      return { step: step.step, body: step.body };
    case 'assign':
      return { step: step.step, staff_id: step.staffId };
    case 'set_followup':
      return { step: step.step, due_in: shownWait(step.in) };
  }
}

function listed<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

const WORDS = {
  name: { max: 120, description: 'A name for the staff.', example: 'Text back a missed call' },
  enabled: { description: 'Whether it runs.' },
  on: {
    description:
      'An event such as `lead.created`, or a time: `{before: "appointment", hours: 24}`, `{after: "job.completed", days: 3}`.',
    example: 'call.missed',
  },
  when: { description: 'All must hold.' },
  do: { description: 'Steps, in order.', example: [{ step: 'send_text', body: 'Sorry that we missed your call.' }] },
} as const;

/** A new rule. */
export class RuleInput {
  @Name(WORDS.name) name!: string;
  @Flag({ ...WORDS.enabled, optional: true, default: true }) enabled?: boolean;
  @TriggerField(WORDS.on) on!: Trigger;
  @ConditionsField({ ...WORDS.when, optional: true }) when?: readonly Condition[];
  @StepsField(WORDS.do) do!: readonly Step[];
}

/** A rule, and those of its parts that change. */
export class RuleChangeInput {
  @PathId({ listedBy: 'automations.list' }) id!: AutomationId;
  @Name({ ...WORDS.name, change: true }) name?: string;
  @Flag({ ...WORDS.enabled, change: true }) enabled?: boolean;
  @TriggerField({ ...WORDS.on, change: true }) on?: Trigger;
  @ConditionsField({ ...WORDS.when, change: true }) when?: readonly Condition[];
  @StepsField({ ...WORDS.do, change: true }) do?: readonly Step[];
}
