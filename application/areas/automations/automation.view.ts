import type { Automation } from '../../../domain/automations/automation.js';
import { DateTime, Flag, Text, Uuid } from '../../kernel/fields/fields.js';
import { ConditionsField, shownCondition } from './conditions-field.js';
import { shownStep, StepsField } from './steps-field.js';
import { shownTrigger, TriggerField } from './trigger-field.js';

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
