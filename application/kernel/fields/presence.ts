import { field, Invalid, type Field, type FromOutside, type ReadContext } from './field.js';
import { nullable as orNull, type JsonSchema } from './json-schema.js';

/**
 * Absent, null and a value are three different states of a field:
 * - neither `optional` nor `change`: the field is required; null and a blank text are refused as missing
 * - `optional` (creates, filters): null and a blank text count as absent
 * - `change` (PATCH, verbs): an absent field is not changed, null is refused
 *
 * In a query, a blank text always counts as present: the field's reader gets it as the value.
 * `nullable` may be added in all three cases: null is then a value, and clears the field on a PATCH.
 * A field of a view is never absent, but may be null.
 */
export interface Presence {
  readonly optional?: boolean;
  readonly change?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: string | number | boolean;
  /** in a view: people outside the shop may have written the text; a tool tells a model that it is data, not instructions */
  readonly fromOutside?: FromOutside;
  /** true in a view: the name alone would mislead a reader, so the output schema of a tool keeps the description */
  readonly explained?: boolean;
  /** true: the message about a wrong value repeats it; such as for a setting that is no secret */
  readonly showsValue?: boolean;
  /** true: only REST has the field: tools and capability endpoints do not */
  readonly onlyRest?: boolean;
  /** true: the field is required, but on REST another field of the operation can stand in its place */
  readonly optionalOnRest?: boolean;
  /** when this returns false, the field counts as absent, and its value is not checked */
  readonly countsWhen?: (whole: Readonly<Record<string, unknown>>) => boolean;
}

/** Converts a value that is present. */
export type Reader = (raw: unknown, context: ReadContext, whole: Readonly<Record<string, unknown>>) => unknown;

/** More properties of a field, such as the tool that lists its ids. */
export interface Beside extends Pick<Field, 'write' | 'entry' | 'listedBy' | 'listedAs'> {
  /** class-validator's decorators for the converted value */
  readonly rules?: readonly PropertyDecorator[];
}

/** Declares a field. `read` is called only for a value that is present and not null. */
export function present(
  schema: JsonSchema,
  presence: Presence,
  read: Reader,
  { rules, ...beside }: Beside = {},
): PropertyDecorator {
  return (target, key) => {
    const readPresent: Field['read'] = (raw, context, whole) => {
      if (presence.countsWhen?.(whole) === false || (presence.onlyRest && !context.inPath)) return undefined;
      // The value is a list when a query has the parameter twice.
      if (context.source === 'query' && Array.isArray(raw)) return new Invalid('must be given once');
      const own = presence.optionalOnRest && context.inPath ? { change: true } : presence;
      const state = presenceOf(raw, context, own, String(key));
      return state === 'there' ? read(raw, context, whole) : state;
    };
    field(
      {
        ...beside,
        schema: annotate(presence.nullable ? orNull(schema) : schema, presence),
        required: !presence.optional && !presence.change,
        optionalOnRest: presence.optionalOnRest,
        place: presence.onlyRest ? 'rest' : 'input',
        fromOutside: presence.fromOutside,
        explained: presence.explained,
        read: readPresent,
      },
      rules,
    )(target, key);
  };
}

/** The outcome of the check. `there`: the value is present and must be read. Every other state is the result of the field. */
type State = 'there' | null | undefined | Invalid;

function presenceOf(raw: unknown, { source }: ReadContext, presence: Presence, name: string): State {
  if (raw === null && presence.nullable) return null;
  if (presence.change) {
    if (raw === null) return new Invalid('must not be null');
    return raw === undefined ? undefined : 'there';
  }
  // In a query a blank text is a value: `status=` is an invalid status, and `email=` matches nothing.
  const absent = raw === undefined || raw === null || (source === 'json' && isBlank(raw));
  if (!absent) return 'there';
  return presence.optional ? undefined : new Invalid(`${name} is required`);
}

function isBlank(raw: unknown): boolean {
  return typeof raw === 'string' && raw.trim() === '';
}

function annotate(schema: JsonSchema, presence: Presence): JsonSchema {
  return {
    ...schema,
    ...(presence.description === undefined ? {} : { description: presence.description }),
    ...(presence.default === undefined ? {} : { default: presence.default }),
    ...(presence.example === undefined ? {} : { examples: [presence.example] }),
  };
}
