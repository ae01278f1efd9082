import type { Extra } from '../../../domain/shared/annotated.js';
import { EXTRA_PREFIX, type ExtendableRecord, type ExtraField } from './extra-field.js';
import type { FieldsClass } from './field.js';
import type { Presence } from './presence.js';

/** The ways in which a class has the fields of extensions: as a new or a put record, as a change or a row of a file, as an answer. */
const PRESENCES = {
  new: { optional: true },
  change: { change: true, nullable: true },
  view: { nullable: true },
} as const satisfies Readonly<Record<string, Presence>>;

interface Place {
  readonly record: ExtendableRecord;
  readonly as: keyof typeof PRESENCES;
}

const places = new WeakMap<object, Place>();

/** Marks an input, a row or a view, and the classes that extend it: it has the fields that extensions add to the record. */
export function Extendable(record: ExtendableRecord, as: keyof typeof PRESENCES): (type: FieldsClass) => void {
  return (type) => {
    places.set(type, { record, as });
  };
}

function placeOf(type: FieldsClass): Place | null {
  const own = places.get(type);
  if (own) return own;
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' ? placeOf(parent as FieldsClass) : null; // safe: a class extends a class
}

/** The fields that the extensions of one service add. */
export class ExtraFields {
  private readonly classes = new Map<FieldsClass, FieldsClass>();

  constructor(private readonly fields: readonly ExtraField[]) {}

  /** Returns the class with the fields of extensions; the class itself, if it has none. */
  extended<Type extends FieldsClass>(type: Type): Type {
    const known = this.classes.get(type) ?? this.made(type);
    this.classes.set(type, known);
    return known as Type; // safe: it is the class, or a subclass with more fields
  }

  /** The fields of a new record that a class shows, each null; null: it has none. */
  blankOf(type: FieldsClass): Extra | null {
    const names = this.of(placeOf(type)).map(({ outsideName }) => [outsideName, null] as const);
    return names.length === 0 ? null : Object.fromEntries(names);
  }

  /** Returns a new record with all fields of extensions that its view shows. */
  completed<T>(view: FieldsClass, record: T): T {
    const blank = this.blankOf(view);
    return blank === null ? record : { ...record, extra: { ...blank, ...(record as { readonly extra?: Extra }).extra } };
  }

  private of(place: Place | null): readonly ExtraField[] {
    return this.fields.filter(({ record }) => record === place?.record);
  }

  private made(type: FieldsClass): FieldsClass {
    const place = placeOf(type);
    const own = this.of(place);
    if (!place || own.length === 0) return type;
    const made = class extends (type as new () => object) {}; // safe: such classes take no arguments
    Object.defineProperty(made, 'name', { value: type.name }); // the document names a schema by its class
    for (const one of own) one.type.declared(PRESENCES[place.as])(made.prototype, one.outsideName);
    return made;
  }
}

export const NO_EXTRA_FIELDS = new ExtraFields([]);

/** Returns an input, or a row of a file, with the fields of extensions in one property. */
export function gathered<Input extends object>(input: Input): Input & { readonly extra?: Extra } {
  const entries = Object.entries(input);
  const isExtra = ([name]: readonly [string, unknown]): boolean => name.startsWith(EXTRA_PREFIX);
  const extra = entries.filter(isExtra);
  if (extra.length === 0) return input;
  const own = Object.fromEntries(entries.filter((entry) => !isExtra(entry))) as Input; // safe: its own fields have no such prefix
  return { ...own, extra: Object.fromEntries(extra) };
}
