import {
  RUN_STATUSES,
  SKIP_REASONS,
  STEP_RECORDS,
  STEP_STATUSES,
  type AutomationRun,
  type RunStep,
} from '../../../domain/automations/automation-run.js';
import { STEP_KINDS, type Automation } from '../../../domain/automations/automation.js';
import { DateTime, Flag, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Nested, NestedList, TextList } from '../../kernel/fields/view.js';
import { ConditionsField, shownCondition, shownTrigger, TriggerField } from './rule-fields.js';
import type { WrittenRule } from './rule-book.js';
import { shownStep, StepsField } from './rule-input.js';

/** The part of a rule that a list shows. */
export class AutomationSummaryView {
  @Uuid() id!: string;
  @Text({ example: 'Text back a missed call' }) name!: string;
  @Flag({ example: true }) enabled!: boolean;
  @TriggerField({ description: 'What starts it.', example: 'call.missed' }) on!: string | object;
  @Text({ nullable: true, description: 'Why the service switched it off.' }) disabled_reason!: string | null;

  static of({ id, name, enabled, on, disabledReason }: Automation): AutomationSummaryView {
    return { id, name, enabled, on: shownTrigger(on), disabled_reason: disabledReason };
  }
}

/** A rule as it was given, so that each part can be sent back in an update. */
export class AutomationView extends AutomationSummaryView {
  @ConditionsField({ description: 'All of these must hold.', example: [{ field: 'direction', is: 'eq', value: 'inbound' }] })
  when!: readonly object[];
  @StepsField({
    description: 'The steps, in order.',
    example: [{ step: 'send_text', body: 'Sorry that we missed your call. How can we help?', after: { minutes: 2 } }],
  })
  do!: readonly object[];
  @DateTime() created_at!: string;

  static override of(automation: Automation): AutomationView {
    const { id, name, enabled, on, disabledReason, when, do: steps, createdAt } = automation;
    return {
      id,
      name,
      enabled,
      on: shownTrigger(on),
      disabled_reason: disabledReason,
      when: when.map(shownCondition),
      do: steps.map(shownStep),
      created_at: createdAt,
    };
  }
}

export class WrittenRuleView extends AutomationView {
  @TextList({ description: 'Other rules that do the same when the same happens.' }) warnings!: readonly string[];

  static override of(rule: Automation | WrittenRule): WrittenRuleView {
    const { automation, warnings } = 'automation' in rule ? rule : { automation: rule, warnings: [] };
    return Object.assign(AutomationView.of(automation), { warnings });
  }
}

/** The record that a step has made or changed. */
class StepRecordView {
  @OneOf(STEP_RECORDS, { example: 'message' }) kind!: string;
  @Uuid() id!: string;
}

class RunStepView {
  @OneOf(STEP_KINDS, { example: 'send_text' }) step!: string;
  @OneOf(STEP_STATUSES, { description: '`withdrawn`: an event of its `unless` came first.' }) status!: string;
  @Text({ nullable: true, description: 'Why it was not done.', example: 'opted_out' }) reason!: string | null;
  @DateTime({ description: 'When it is or was due.' }) runs_at!: string;
  @DateTime({ nullable: true }) ended_at!: string | null;
  @Nested(StepRecordView, { nullable: true }) record!: StepRecordView | null;
  @Uuid({ nullable: true, description: 'The event that withdrew it.' }) withdrawn_by!: string | null;

  static of(step: RunStep): RunStepView {
    return {
      step: step.step,
      status: step.status,
      reason: step.reason,
      runs_at: step.runsAt,
      ended_at: step.endedAt,
      record: step.record,
      withdrawn_by: step.withdrawnBy,
    };
  }
}

/** The deeds of a rule because of one event, or of the time before one appointment. */
export class AutomationRunView {
  @Uuid() id!: string;
  @Uuid({ nullable: true, description: 'The event that started it.' }) event_id!: string | null;
  @Uuid({ nullable: true, description: 'The job whose appointment started it.' }) job_id!: string | null;
  @OneOf(RUN_STATUSES, { description: '`skipped`: no step was tried.' }) status!: string;
  @OneOf(SKIP_REASONS, { nullable: true, description: 'Why it was skipped.' }) reason!: string | null;
  @NestedList(RunStepView) steps!: readonly RunStepView[];
  @DateTime() created_at!: string;

  static of(run: AutomationRun): AutomationRunView {
    return {
      id: run.id,
      event_id: run.eventId,
      job_id: run.jobId,
      status: run.status,
      reason: run.reason,
      steps: run.steps.map((step) => RunStepView.of(step)),
      created_at: run.createdAt,
    };
  }
}
