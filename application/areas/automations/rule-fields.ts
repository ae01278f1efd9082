import {
  BEFORE_ANCHORS,
  isWithinBounds,
  LONGEST_WAIT_DAYS,
  MOST_CONDITIONS,
  WAIT_UNITS,
  type Trigger,
  type Wait,
  type WaitUnit,
} from '../../../domain/automations/automation.js';
import { COMPARISONS, type Comparison, type Condition, type Operand } from '../../../domain/automations/condition.js';
import type { EventKind } from '../../../domain/shared/events.js';
import { codePoints, isPrintable } from '../../../domain/shared/text.js';
import { closedSchema, readClosed, readEach } from '../../kernel/fields/closed-object.js';
import { Invalid, type ReadContext } from '../../kernel/fields/field.js';
import { Int, OneOf, Text } from '../../kernel/fields/fields.js';
import type { JsonSchema } from '../../kernel/fields/json-schema.js';
import { present, type Presence, type Reader } from '../../kernel/fields/presence.js';

/** The type of a field of an event's data, as far as a rule can use it. */
export type FieldType =
  | { readonly is: 'text'; readonly values: readonly string[] | null }
  | { readonly is: 'time' | 'time of day' | 'number' | 'boolean' | 'record' | 'records' }
  | { readonly is: 'list'; readonly of: FieldType };

/** The type of the field at a dotted path; null: the data has no such field. */
export function typeAt(data: JsonSchema, path: string): FieldType | null {
  let schema: JsonSchema | undefined = data;
  for (const name of path.split('.')) {
    schema = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!schema) return null;
  }
  return typeOf(schema);
}

/** The paths of all fields, except the old values: `previous` has the same fields again. */
export function pathsIn({ properties = {} }: JsonSchema, prefix = ''): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (prefix === '' && name === 'previous') return ['previous.*'];
    return schema.properties ? pathsIn(schema, `${prefix}${name}.`) : [prefix + name];
  });
}

function typeOf({ type, format, enum: values, items, properties, anyOf }: JsonSchema): FieldType {
  const [known] = [type].flat().filter((one) => one !== 'null');
  if (properties ?? anyOf) return { is: 'record' };
  switch (known) {
    case 'integer':
    case 'number':
      return { is: 'number' };
    case 'boolean':
      return { is: 'boolean' };
    case 'array':
      return items && !items.properties ? { is: 'list', of: typeOf(items) } : { is: 'records' };
    case 'object':
      return { is: 'record' };
    default:
      if (format === 'date-time') return { is: 'time' };
      if (format === 'time') return { is: 'time of day' };
      return { is: 'text', values: values?.filter((one) => typeof one === 'string') ?? null };
  }
}

const LONGEST_PATH = 200;
const LONGEST_OPERAND = 200;
const MOST_OPERANDS = 50;
const SCALARS = ['string', 'number', 'boolean'] as const;

class ConditionInput {
  @Text({
    max: LONGEST_PATH,
    description:
      'A path in the event’s data, such as `previous.status`, or on the shop’s clocks `event.local_time` (`18:30`), `event.weekday` (`mon`), `event.open`.',
  })
  field!: string;
  @OneOf(COMPARISONS, { description: 'How it compares.' }) is!: Comparison;
  @OperandField({ optional: true, description: 'For `in` a list.' }) value?: Condition['value'];
}

/** The conditions of a rule. */
export function ConditionsField(presence: Presence): PropertyDecorator {
  const schema = { type: 'array', maxItems: MOST_CONDITIONS, items: closedSchema(ConditionInput) };
  return present(schema, presence, (raw, context) => {
    if (!Array.isArray(raw) || raw.length > MOST_CONDITIONS) {
      return new Invalid(`must be a list of at most ${MOST_CONDITIONS} conditions`);
    }
    return readEach(raw, (one) => readCondition(one, context));
  });
}

function readCondition(raw: unknown, context: ReadContext): Condition | Invalid {
  const given = readClosed(ConditionInput, raw, context);
  if (given instanceof Invalid) return given;
  const { field, is, value = is === 'exists' ? true : undefined } = given;
  return value === undefined ? new Invalid(`must have a value, because ${is} compares with one`) : { field, is, value };
}

function OperandField(presence: Presence): PropertyDecorator {
  const schema = { type: [...SCALARS, 'array'], items: { type: SCALARS } };
  return present(schema, presence, readOperand);
}

function readOperand(raw: unknown): Condition['value'] | Invalid {
  if (!Array.isArray(raw)) return readScalar(raw);
  if (raw.length === 0 || raw.length > MOST_OPERANDS) return new Invalid(`must have 1 to ${MOST_OPERANDS} entries`);
  return readEach(raw, readScalar);
}

function readScalar(raw: unknown): Operand | Invalid {
  if (typeof raw === 'boolean' || (typeof raw === 'number' && Number.isFinite(raw))) return raw;
  if (typeof raw !== 'string') return new Invalid('must be a text, a number, or true or false');
  if (codePoints(raw) > LONGEST_OPERAND) return new Invalid(`must be at most ${LONGEST_OPERAND} characters`);
  // Stored texts are in NFC. Blanks at the ends are kept, because `contains` may look for them.
  return isPrintable(raw) ? raw.normalize('NFC') : new Invalid('must not contain control characters');
}

/** A condition in the form in which it is given. */
export function shownCondition({ field, is, value }: Condition): object {
  return { field, is, value };
}

/** A length of time in one unit. */
class WaitInput {
  @Int({ optional: true, min: 1, description: 'Or `hours`.' }) minutes?: number;
  @Int({ optional: true, min: 1, description: 'Or `days`.' }) hours?: number;
  @Int({ optional: true, min: 1, max: LONGEST_WAIT_DAYS, description: 'Of 24 hours.' }) days?: number;
}

/** A length of time such as `{"days": 3}`. */
export function WaitField(presence: Presence): PropertyDecorator {
  return present(closedSchema(WaitInput), presence, (raw, context) => {
    const given = readClosed(WaitInput, raw, context);
    return given instanceof Invalid ? given : theWait(given);
  });
}

/** The wait that an object with one unit gives. */
function theWait(given: WaitInput): Wait | Invalid {
  const [first, second] = WAIT_UNITS.flatMap((unit) => waitIn(given, unit));
  if (!first || second) return new Invalid(`must have exactly one of ${WAIT_UNITS.join(', ')}`);
  return isWithinBounds(first) ? first : new Invalid(`must be at most ${LONGEST_WAIT_DAYS} days`);
}

function waitIn(given: WaitInput, unit: WaitUnit): readonly Wait[] {
  const count = given[unit];
  return count === undefined ? [] : [{ unit, count }];
}

/** A wait as it was given. */
export function shownWait({ unit, count }: Wait): object {
  return { [unit]: count };
}

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
