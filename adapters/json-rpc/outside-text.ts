import { fieldsOf, type FieldsClass } from '../../application/fields/field.js';
import type { Output } from '../../application/operation/output.js';

/** Matches a phone number, and the empty text: neither can tell a model anything. */
const NUMBER = /^\+?\d*$/;

/** A field of an answer with text that people outside the shop may have written: `items[].comment`. */
export class OutsideText {
  private constructor(
    readonly path: string,
    private readonly steps: readonly string[],
  ) {}

  /** Finds these fields in the data of a capability operation. */
  static in({ shape, view }: Pick<Output<never>, 'shape' | 'view'>): readonly OutsideText[] {
    return shape === 'one' ? OutsideText.below(view, '', []) : OutsideText.below(view, 'items[].', ['items']);
  }

  private static below(view: FieldsClass, prefix: string, steps: readonly string[]): OutsideText[] {
    return fieldsOf(view).flatMap(({ name, fromOutside, entry, schema }) => {
      const here = [...steps, name];
      if (fromOutside) return [new OutsideText(prefix + name, here)];
      return entry ? OutsideText.below(entry, `${prefix}${name}${schema.type === 'array' ? '[]' : ''}.`, here) : [];
    });
  }

  /** True when this field has a text in this answer. A phone number is no text. */
  isIn(data: unknown): boolean {
    return holdsText(data, this.steps, 0);
  }
}

function holdsText(value: unknown, steps: readonly string[], depth: number): boolean {
  if (Array.isArray(value)) return value.some((one) => holdsText(one, steps, depth));
  const step = steps[depth];
  if (step === undefined) return typeof value === 'string' && !NUMBER.test(value);
  return (
    typeof value === 'object' && value !== null && holdsText((value as Readonly<Record<string, unknown>>)[step], steps, depth + 1)
  );
}
