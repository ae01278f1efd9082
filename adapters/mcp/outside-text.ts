import { fieldsOf, type FieldsClass, type FromOutside, type Values } from '../../application/kernel/fields/field.js';
import type { Output } from '../../application/kernel/operation/output.js';

/** Matches a phone number, and the empty text: neither can tell a model anything. */
const NUMBER = /^\+?\d*$/;

/** A field of an answer with text that people outside the shop may have written: `items[].comment`. */
export class OutsideText {
  private constructor(
    readonly path: string,
    private readonly steps: readonly string[],
    private readonly fromOutside: FromOutside,
  ) {}

  /** Finds these fields in the data of a capability operation. */
  static in({ shape, view }: Pick<Output<never>, 'shape' | 'view'>): readonly OutsideText[] {
    return shape === 'one' ? OutsideText.below(view, '', []) : OutsideText.below(view, 'items[].', ['items']);
  }

  private static below(view: FieldsClass, prefix: string, steps: readonly string[]): OutsideText[] {
    return fieldsOf(view).flatMap(({ name, fromOutside, entry, schema, included }) => {
      if (included) return []; // no tool answers it
      const here = [...steps, name];
      const path = `${prefix}${name}${schema.type === 'array' ? '[]' : ''}`;
      if (fromOutside) return [new OutsideText(path, here, fromOutside)];
      return entry ? OutsideText.below(entry, `${path}.`, here) : [];
    });
  }

  /** True when this field has a text from outside in this answer. A phone number is no text. */
  isIn(data: unknown): boolean {
    return this.isBelow(data, 0);
  }

  private isBelow(value: unknown, depth: number): boolean {
    if (Array.isArray(value)) return value.some((one) => this.isBelow(one, depth));
    const step = this.steps[depth];
    if (step === undefined) return textsIn(value).some((text) => !NUMBER.test(text));
    if (typeof value !== 'object' || value === null) return false;
    const record = value as Values; // the JSON form of a view has its values by name
    if (depth === this.steps.length - 1 && typeof this.fromOutside === 'function' && !this.fromOutside(record)) return false;
    return this.isBelow(record[step], depth + 1);
  }
}

/** The texts of a field: itself, or what an object has by name. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).filter((one) => typeof one === 'string') : [];
}
