import type { Step, Trigger } from '../../../domain/automations/automation.js';
import type { Condition } from '../../../domain/automations/condition.js';
import type { AutomationId } from '../../../domain/shared/id.js';
import { Flag, PathId, Text } from '../../kernel/fields/fields.js';
import { ConditionsField } from './conditions-field.js';
import { StepsField } from './steps-field.js';
import { TriggerField } from './trigger-field.js';

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
  @Text(WORDS.name) name!: string;
  @Flag({ ...WORDS.enabled, optional: true, default: true }) enabled?: boolean;
  @TriggerField(WORDS.on) on!: Trigger;
  @ConditionsField({ ...WORDS.when, optional: true }) when?: readonly Condition[];
  @StepsField(WORDS.do) do!: readonly Step[];
}

/** A rule, and those of its parts that change. */
export class RuleChangeInput {
  @PathId({ listedBy: 'automations.list' }) id!: AutomationId;
  @Text({ ...WORDS.name, change: true }) name?: string;
  @Flag({ ...WORDS.enabled, change: true }) enabled?: boolean;
  @TriggerField({ ...WORDS.on, change: true }) on?: Trigger;
  @ConditionsField({ ...WORDS.when, change: true }) when?: readonly Condition[];
  @StepsField({ ...WORDS.do, change: true }) do?: readonly Step[];
}
