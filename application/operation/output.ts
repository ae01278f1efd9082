import type { Instant } from '../../domain/shared/instant.js';
import { fieldsOf, type FieldsClass } from './field.js';
import { nullable, type JsonSchema } from './json-schema.js';
import type { OffsetSlice, Slice } from './page.js';

/** A wire shape: its field decorators are its schema, `of` makes it from a record. */
export interface View<Record> extends FieldsClass {
  of(record: Record, now: Instant): object;
}

export interface Rendered {
  readonly data: unknown;
  /** beside `data` on REST lists; null where the answer has none */
  readonly meta: object | null;
}

export type OutputShape = 'one' | 'cursor-page' | 'offset-page' | 'items';

/** How a use case's result is answered. */
export interface Output<Result> {
  readonly shape: OutputShape;
  readonly view: FieldsClass;
  render(result: Result, now: Instant): Rendered;
}

export function one<Record>(view: View<Record>): Output<Record> {
  return { shape: 'one', view, render: (record, now) => ({ data: view.of(record, now), meta: null }) };
}

export function cursorPageOf<Record>(view: View<Record>): Output<Slice<Record>> {
  return {
    shape: 'cursor-page',
    view,
    render: ({ items, nextCursor }, now) => ({
      data: items.map((item) => view.of(item, now)),
      meta: { next_cursor: nextCursor },
    }),
  };
}

export function offsetPageOf<Record>(view: View<Record>): Output<OffsetSlice<Record>> {
  return {
    shape: 'offset-page',
    view,
    render: ({ items, total, offset }, now) => {
      const end = offset + items.length;
      const meta = { total, omitted: total - items.length, next_offset: items.length > 0 && end < total ? end : null };
      return { data: items.map((item) => view.of(item, now)), meta };
    },
  };
}

/** A short list that is not paged: `{items}`. */
export function itemsOf<Record>(view: View<Record>): Output<readonly Record[]> {
  return {
    shape: 'items',
    view,
    render: (items, now) => ({ data: { items: items.map((item) => view.of(item, now)) }, meta: null }),
  };
}

/** On capability endpoints and tools a page is one object: `{items, total, omitted, next_offset}`. */
export function asCapabilityData({ data, meta }: Rendered): unknown {
  return meta ? { items: data, ...meta } : data;
}

export const OFFSET_META: Readonly<Record<string, JsonSchema>> = {
  total: { type: 'integer', minimum: 0, description: 'Exact number of matching records.' },
  omitted: { type: 'integer', minimum: 0, description: 'Matching records that are not on this page.' },
  next_offset: nullable({ type: 'integer', description: 'Offset of the next page; null when no more.' }),
};

export const CURSOR_META: Readonly<Record<string, JsonSchema>> = {
  next_cursor: nullable({ type: 'string', description: 'Cursor of the next page; null on the last.' }),
};

/** A view's own schema: every field is always present. */
export function viewSchema(view: FieldsClass): JsonSchema {
  return closedObject(Object.fromEntries(fieldsOf(view).map(({ name, schema }) => [name, schema])));
}

export function closedObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** The `data` of a capability endpoint and the structured content of a tool. */
export function capabilityDataSchema({ shape, view }: Pick<Output<never>, 'shape' | 'view'>, item: JsonSchema = viewSchema(view)): JsonSchema {
  if (shape === 'one') return item;
  const items: JsonSchema = { type: 'array', items: item };
  if (shape === 'items') return closedObject({ items });
  return closedObject({ items, ...(shape === 'offset-page' ? OFFSET_META : CURSOR_META) });
}
