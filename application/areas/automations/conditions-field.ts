import { MOST_CONDITIONS } from '../../../domain/automations/automation.js';
import { COMPARISONS, type Comparison, type Condition, type Operand } from '../../../domain/automations/condition.js';
import { codePoints, isPrintable } from '../../../domain/shared/text.js';
import { closedSchema, readClosed, readEach } from '../../kernel/fields/closed-object.js';
import { Invalid, type ReadContext } from '../../kernel/fields/field.js';
import { OneOf, Text } from '../../kernel/fields/fields.js';
import { present, type Presence } from '../../kernel/fields/presence.js';

const LONGEST_PATH = 200;
const LONGEST_OPERAND = 200;
const MOST_OPERANDS = 50;
const SCALARS = ['string', 'number', 'boolean'] as const;

class ConditionInput {
  @Text({ max: LONGEST_PATH, description: 'A path in the event’s data, such as `previous.status`.' }) field!: string;
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
