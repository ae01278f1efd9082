import { field, Invalid, type Field, type ReadContext } from './field.js';
import { nullable as orNull, type JsonSchema } from './json-schema.js';

/**
 * Absent, null and value are three things:
 * - nothing said: required; null and an empty text are refused as missing
 * - `optional` (creates, filters): null and an empty text count as absent
 * - `change` (PATCH, verbs): absent is untouched, null is refused unless `nullable`, where it clears
 * In a view `nullable` says that the value may be null; it is always there.
 */
export interface Presence {
  readonly optional?: boolean;
  readonly change?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: string | number | boolean;
  /** the value is dropped unread where this says no */
  readonly countsWhen?: (whole: Readonly<Record<string, unknown>>) => boolean;
}

/** Reads a value that is there. */
export type Reader = (raw: unknown, context: ReadContext, whole: Readonly<Record<string, unknown>>) => unknown;

/** @param back how the value is written again, where it is not written as it is */
export function present(schema: JsonSchema, presence: Presence, read: Reader, back: Pick<Field, 'write' | 'entry'> = {}): PropertyDecorator {
  return (target, key) => {
    field({
      ...back,
      schema: annotate(presence.nullable ? orNull(schema) : schema, presence),
      required: !presence.optional && !presence.change,
      place: 'input',
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
function presenceOf(raw: unknown, { source, filters = false }: ReadContext, presence: Presence, name: string): 'there' | null | undefined | Invalid {
  if (presence.change) {
    if (raw === null) return presence.nullable ? null : new Invalid('must not be null');
    return raw === undefined ? undefined : 'there';
  }
  // In a query, and wherever something is asked for, an empty value is a value: `status=` is no status, `email=` is nobody's address.
  const absent = raw === undefined || raw === null || (source === 'json' && !filters && isBlank(raw));
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
