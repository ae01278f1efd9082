import { field, Invalid, type Field, type ReadContext } from './field.js';
import { nullable as orNull, type JsonSchema } from './json-schema.js';

/**
 * Absent, null and value are three things:
 * - nothing said: required; null and an empty text are refused as missing
 * - `optional` (creates, filters): null and an empty text count as absent; in a query an empty text is a value
 * - `change` (PATCH, verbs): absent is untouched, null is refused
 * `nullable` beside any of them: null is a value, which on a PATCH clears. In a view a value is always there, and may be null.
 */
export interface Presence {
  readonly optional?: boolean;
  readonly change?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: string | number | boolean;
  /** of a view: people outside the shop may have written it; a tool tells a model that it is data, not instructions */
  readonly fromOutside?: boolean;
  /** the value is dropped unread where this says no */
  readonly countsWhen?: (whole: Readonly<Record<string, unknown>>) => boolean;
}

/** Reads a value that is there. */
export type Reader = (raw: unknown, context: ReadContext, whole: Readonly<Record<string, unknown>>) => unknown;

/** @param beside what else the field tells: how its value is written again, where such ids are listed */
export function present(schema: JsonSchema, presence: Presence, read: Reader, beside: Pick<Field, 'write' | 'entry' | 'listedBy'> = {}): PropertyDecorator {
  return (target, key) => {
    field({
      ...beside,
      schema: annotate(presence.nullable ? orNull(schema) : schema, presence),
      required: !presence.optional && !presence.change,
      place: 'input',
      fromOutside: presence.fromOutside,
      read: (raw, context, whole) => {
        if (presence.countsWhen?.(whole) === false) return undefined;
        // Only a query has a list where no list was asked for: a parameter that came twice.
        if (context.source === 'query' && Array.isArray(raw)) return new Invalid('must be given once');
        const state = presenceOf(raw, context, presence, String(key));
        return state === 'there' ? read(raw, context, whole) : state;
      },
    })(target, key);
  };
}

/** What an absent or empty value comes to; `there` when it is to be read. */
function presenceOf(raw: unknown, { source }: ReadContext, presence: Presence, name: string): 'there' | null | undefined | Invalid {
  if (raw === null && presence.nullable) return null;
  if (presence.change) {
    if (raw === null) return new Invalid('must not be null');
    return raw === undefined ? undefined : 'there';
  }
  // `status=` is no status, `email=` is nobody's address.
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
