import { WEEKDAYS } from '../../../domain/access/shop.js';
import { eventKindOf, type Rule, type Step, type Trigger } from '../../../domain/automations/automation.js';
import { isTimeOfDay, type Condition, type Operand } from '../../../domain/automations/condition.js';
import { MOMENT } from '../../../domain/automations/moment.js';
import { fieldsIn, hasStrayBraces, type TEMPLATES } from '../../../domain/automations/template.js';
import { refuse, ValidationError, type Fault } from '../../../domain/shared/errors.js';
import { parseInstant } from '../../../domain/shared/instant.js';
import type { EventTypes } from '../../kernel/events/event-types.js';
import type { JsonSchema } from '../../kernel/fields/json-schema.js';
import { viewSchema } from '../../kernel/fields/view.js';
import { AppointmentView } from '../appointments/appointment.view.js';
import { isKind, pathsIn, typeAt, type FieldType } from './rule-fields.js';

/** A condition that may hold; or the part of it that is wrong, and why. A null problem: the data has no such field. */
type Judged = { readonly condition: Condition } | { readonly part: 'field' | 'is' | 'value'; readonly problem: string | null };

/** Judges whether a condition can hold for a field of this type. Times in the condition get the form of times in data. */
function comparable(condition: Condition, type: FieldType | null): Judged {
  const { is, value } = condition;
  if (type === null) return { part: 'field', problem: null };
  if (is === 'exists') return typeof value === 'boolean' ? { condition } : wrongValue('must be true or false');
  if (type.is === 'record' || type.is === 'records') {
    return { part: 'is', problem: 'must be exists, because the field is a record' };
  }
  switch (is) {
    case 'contains':
      return containing(condition, type);
    case 'lt':
    case 'gt':
      if (['number', 'time', 'time of day'].includes(type.is)) return withValue(condition, type);
      return { part: 'is', problem: `must not be ${is}, because the field is neither a number nor a time` };
    case 'eq':
    case 'ne':
    case 'in':
      if (type.is !== 'list') return withValue(condition, type);
      return { part: 'is', problem: 'must be contains or exists, because the field is a list' };
  }
}

function containing(condition: Condition, type: FieldType): Judged {
  if (type.is === 'list') return withValue(condition, type.of);
  if (type.is === 'text') return withValue(condition, { is: 'text', values: null });
  return { part: 'is', problem: 'must not be contains, because the field is neither a text nor a list' };
}

/** Judges the value of a condition; with `in` it is a list, of which each entry must fit. */
function withValue(condition: Condition, type: FieldType): Judged {
  const { is, value } = condition;
  if (!isList(value)) {
    if (is === 'in') return wrongValue('must be a list');
    const operand = operandFor(type, value);
    return operand === null ? wrongValue(wanted(type)) : { condition: { ...condition, value: operand } };
  }
  if (is !== 'in') return wrongValue('must be one value, not a list');
  const operands = value.flatMap((one) => operandFor(type, one) ?? []);
  return operands.length < value.length ? wrongValue(`each ${wanted(type)}`) : { condition: { ...condition, value: operands } };
}

/** The value in the form in which data has such values; null: no field of this type can equal it. */
function operandFor(type: FieldType, value: Operand): Operand | null {
  switch (type.is) {
    case 'text':
      return typeof value === 'string' && type.values?.includes(value) !== false ? value : null;
    case 'time':
      return typeof value === 'string' ? parseInstant(value) : null;
    case 'time of day':
      return typeof value === 'string' && isTimeOfDay(value) ? value : null;
    default:
      return typeof value === type.is ? value : null;
  }
}

function wanted(type: FieldType): string {
  if (type.is === 'time') return 'must be an RFC 3339 date-time with Z or an offset, because the field is a time';
  if (type.is === 'time of day') return 'must be a time on the shop’s clocks, such as 18:30';
  if (type.is === 'text' && type.values) return `must be one of ${type.values.join(', ')}`;
  return `must be a ${type.is}, because the field is one`;
}

function wrongValue(problem: string): Judged {
  return { part: 'value', problem };
}

function isList(value: Condition['value']): value is readonly Operand[] {
  return Array.isArray(value);
}

/** The parts of a rule that name fields of the event's data. */
type Checked = Pick<Rule, 'on' | 'when' | 'do'>;

/**
 * Checks a rule against the event that starts it: the event is known, and so is every field that a condition or a text names. So a
 * rule that could never run is refused while somebody is there to mend it.
 * @returns the conditions, with times in the form in which the data has them
 * @throws ValidationError which names the path of each wrong part: `do[1].body: …`
 */
export function checkedRule<Given extends Checked>(given: Given, events: EventTypes): Given {
  const data = dataOf(given.on, events);
  const name = nameOf(given.on);
  const faults: Fault[] = [];
  const asked = withMoment(data);
  const when = given.when.map((condition, index) => {
    const judged = comparable(condition, typeAt(asked, condition.field));
    if ('condition' in judged) return judged.condition;
    const problem = judged.problem ?? `must be a field of ${name}: ${pathsIn(asked).join(', ')}`;
    faults.push({ field: `when[${index}].${judged.part}`, problem });
    return condition;
  });
  refuse([...faults, ...given.do.flatMap((step, index) => templateFaults(step, `do[${index}]`, data, name))]);
  return { ...given, when };
}

/** The moment of the event, as `momentOf` answers it. */
const MOMENT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    local_time: { type: 'string', format: 'time' },
    weekday: { type: 'string', enum: WEEKDAYS },
    open: { type: 'boolean' },
  },
};

/** Conditions read the data of the event, and its time. A text cannot name the time. */
function withMoment(data: JsonSchema): JsonSchema {
  return { ...data, properties: { ...data.properties, [MOMENT]: MOMENT_SCHEMA } };
}

/** The data that a rule reads: that of the event, or the appointment that it comes before. */
function dataOf(on: Trigger, events: EventTypes): JsonSchema {
  const kind = eventKindOf(on);
  const data = kind === null ? viewSchema(AppointmentView) : dataOfKind(kind, events);
  if (data) return data;
  const kinds = events.kinds.filter(isKind).join(', ');
  throw new ValidationError(on.kind === 'after' ? 'on.after' : 'on', `must be one of ${kinds}`);
}

function dataOfKind(kind: string, events: EventTypes): JsonSchema | undefined {
  return events.described().find(({ type }) => type === kind)?.schema.properties?.['data'];
}

function nameOf(on: Trigger): string {
  return eventKindOf(on) ?? 'an appointment';
}

function templateFaults(step: Step, place: string, data: JsonSchema, name: string): readonly Fault[] {
  const texts: Readonly<Partial<Record<keyof typeof TEMPLATES, string | null>>> =
    step.step === 'create_task' ? { title: step.title, notes: step.notes } : step.step === 'send_text' ? { body: step.body } : {};
  return Object.entries(texts).flatMap(([part, text]) => {
    const problem = text === null ? null : problemOf(text, data, name);
    return problem === null ? [] : [{ field: `${place}.${part}`, problem }];
  });
}

function problemOf(text: string, data: JsonSchema, name: string): string | null {
  if (hasStrayBraces(text)) return 'must have fields in two pairs of braces, such as {{name}}';
  for (const path of fieldsIn(text)) {
    const type = typeAt(data, path)?.is ?? 'unknown';
    if (type === 'unknown') return `{{${path}}} must be a field of ${name}: ${pathsIn(data).join(', ')}`;
    if (type === 'record' || type === 'records') return `{{${path}}} must be a text, a number or a time, and is a record`;
  }
  return null;
}
