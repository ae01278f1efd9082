import type { Shop } from '../../../domain/access/shop.js';
import type { StepRecord } from '../../../domain/automations/automation-run.js';
import type { EventData } from '../../../domain/automations/field-path.js';
import { filled, TEMPLATES } from '../../../domain/automations/template.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Cause } from '../../kernel/events/cause.js';
import type { StepEnd } from './started-runs.js';
import type { Subject } from './subject.js';

/** The records that a step acts upon. */
export interface StepContext {
  readonly shop: Shop;
  readonly subject: Subject;
  readonly data: EventData;
  readonly cause: Cause;
  /** the time at which the step was to run */
  readonly runsAt: Instant;
  readonly now: Instant;
}

/** The outcome of a step that was tried. One that cannot be done yet waits until another time. */
export type StepOutcome = StepEnd | { readonly status: 'postponed'; readonly until: Instant };

export function done(kind: StepRecord['kind'], id: string): StepOutcome {
  return { status: 'done', record: { kind, id } };
}

export function notDone(reason: string): StepOutcome & { readonly status: 'not_done' } {
  return { status: 'not_done', reason };
}

/** The text of a step, or why it cannot be written. */
export function written(
  template: string,
  part: keyof typeof TEMPLATES,
  { data, shop }: StepContext,
): { readonly text: string } | { readonly refusal: StepOutcome } {
  const filling = filled(template, TEMPLATES[part], data, shop.timezone);
  return 'text' in filling ? filling : { refusal: notDone(filling.problem) };
}
