import { eventKindOf, type Step, type Trigger } from '../../../domain/automations/automation.js';
import type { Rule } from '../../../domain/automations/change-automation.js';
import { fieldsIn, hasStrayBraces, type TEMPLATES } from '../../../domain/automations/template.js';
import { refuse, ValidationError, type Fault } from '../../../domain/shared/errors.js';
import type { EventTypes } from '../../kernel/events/event-types.js';
import type { JsonSchema } from '../../kernel/fields/json-schema.js';
import { viewSchema } from '../../kernel/fields/view.js';
import { AppointmentView } from '../appointments/appointment.view.js';
import { comparable } from './comparable.js';
import { pathsIn, typeAt } from './field-types.js';
import { isKind } from './trigger-field.js';

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
  const when = given.when.map((condition, index) => {
    const judged = comparable(condition, typeAt(data, condition.field));
    if ('condition' in judged) return judged.condition;
    const problem = judged.problem ?? `must be a field of ${name}: ${pathsIn(data).join(', ')}`;
    faults.push({ field: `when[${index}].${judged.part}`, problem });
    return condition;
  });
  refuse([...faults, ...given.do.flatMap((step, index) => templateFaults(step, `do[${index}]`, data, name))]);
  return { ...given, when };
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
