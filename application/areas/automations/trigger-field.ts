import { BEFORE_ANCHORS, type Trigger } from '../../../domain/automations/automation.js';
import type { EventKind } from '../../../domain/shared/events.js';
import { closedSchema, readClosed } from '../../kernel/fields/closed-object.js';
import { Invalid } from '../../kernel/fields/field.js';
import { OneOf, Text } from '../../kernel/fields/fields.js';
import { present, type Presence, type Reader } from '../../kernel/fields/presence.js';
import { shownWait, theWait, WaitInput } from './wait-field.js';

const LONGEST_KIND = 100;
const KIND = /^\w{1,50}\.\w{1,50}$/;

class TimeInput extends WaitInput {
  @OneOf(BEFORE_ANCHORS, { optional: true, description: 'Before its start.' }) before?: 'appointment';
  @Text({ optional: true, max: LONGEST_KIND, description: 'After this event, or `job.completed`.' }) after?: string;
}

/** The trigger of a rule: `"lead.created"`, `{"before": "appointment", "hours": 24}` or `{"after": "job.completed", "days": 3}`. */
export function TriggerField(presence: Presence): PropertyDecorator {
  return present({ ...closedSchema(TimeInput), type: ['string', 'object'] }, presence, readTrigger);
}

const readTrigger: Reader = (raw, context): Trigger | Invalid => {
  if (typeof raw === 'string') return isKind(raw) ? { kind: 'event', event: raw } : new Invalid(WRONG);
  if (typeof raw !== 'object' || Array.isArray(raw)) return new Invalid(WRONG);
  const given = readClosed(TimeInput, raw, context);
  if (given instanceof Invalid) return given;
  const { before, after } = given;
  const wait = theWait(given);
  if (wait instanceof Invalid) return wait;
  if (before !== undefined && after === undefined) return { kind: 'before', anchor: 'appointment', wait };
  if (after !== undefined && before === undefined && isKind(after)) return { kind: 'after', anchor: after, wait };
  return new Invalid(WRONG);
};

const WRONG =
  'must be a kind of event such as "lead.created", {"before": "appointment", "hours": 24}, or {"after": "job.completed", "days": 3}';

/** Tells whether a text has the form of a kind of event. It may name no kind that there is. */
export function isKind(text: string): text is EventKind {
  return KIND.test(text);
}

/** A trigger in the form in which it is given. */
export function shownTrigger(trigger: Trigger): string | object {
  switch (trigger.kind) {
    case 'event':
      return trigger.event;
    case 'before':
    case 'after':
      return { [trigger.kind]: trigger.anchor, ...shownWait(trigger.wait) };
  }
}
