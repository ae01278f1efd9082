import type { Instant } from '../../../domain/shared/instant.js';
import type { StoredFile } from '../../areas/media/file-storage.js';
import type { FieldsClass } from '../fields/field.js';
import type { JsonSchema } from '../fields/json-schema.js';
import { closedObject, viewSchema, type View } from '../fields/view.js';
import { GoneView, type Changes } from './changes-page.js';
import { CursorMeta, OffsetMeta } from './operation.js';
import type { Listing, OffsetSlice, Slice } from './page.js';

export interface Rendered {
  readonly data: unknown;
  /** the `meta` next to `data` in REST lists; null if the answer has none */
  readonly meta: object | null;
  /** of an operation that makes a record or changes the one that is there: which of both it did */
  readonly isNew?: boolean | undefined;
}

/** `file`: the answer is a stored file as it is; `stream`: a `Stream` of text. Only the REST surface has such answers, without JSON. */
export type OutputShape = 'one' | 'cursor-page' | 'offset-page' | 'list' | 'items' | 'file' | 'stream';

/** The form of an answer, and the function that turns the result of a use case into this form. */
export interface Output<Result> {
  readonly shape: OutputShape;
  readonly view: FieldsClass;
  /** the fields of the list's `meta`; null if there is none */
  readonly meta: FieldsClass | null;
  /** of a stream: its media type, and the headers that every answer with it has */
  readonly streams?: { readonly media: StreamMedia; readonly headers: readonly StreamHeader[] };
  /** true: REST answers the changes of the list, too */
  readonly tellsChanges?: boolean;
  /** true: the answer tells whether the record is new */
  readonly makes?: boolean;
  /** @param publicUrl the public address of the service, without a slash at its end; null: this deployment has none */
  render(result: Result, now: Instant, publicUrl: string | null): Rendered;
}

export function one<Record>(view: View<Record>): Output<Record> {
  return {
    shape: 'one',
    view,
    meta: null,
    render: (record, now, publicUrl) => ({ data: view.of(record, now, publicUrl), meta: null }),
  };
}

/** A record that a call has made, or has found and changed. */
export interface Made<Record> {
  readonly record: Record;
  readonly isNew: boolean;
}

/** The output of an operation that makes a record or changes the one that is there. */
export function madeOf<Record>(view: View<Record>): Output<Made<Record>> {
  return {
    ...one<never>(view),
    makes: true,
    render: ({ record, isNew }, now, publicUrl) => ({ data: view.of(record, now, publicUrl), meta: null, isNew }),
  };
}

export function cursorPageOf<Record>(view: View<Record>): Output<Slice<Record>> {
  return {
    shape: 'cursor-page',
    view,
    meta: CursorMeta,
    render: ({ items, nextCursor }, now, publicUrl) => ({
      data: shown(view, items, now, publicUrl),
      meta: { next_cursor: nextCursor },
    }),
  };
}

export function offsetPageOf<Record>(view: View<Record>): Output<OffsetSlice<Record>> {
  return {
    shape: 'offset-page',
    view,
    meta: OffsetMeta,
    render: ({ items, total, offset }, now, publicUrl) => {
      const end = offset + items.length;
      const meta = { total, omitted: total - items.length, next_offset: items.length > 0 && end < total ? end : null };
      return { data: shown(view, items, now, publicUrl), meta };
    },
  };
}

/** The output of a list by pages that also tells the changes of its records. */
export function withChanges<Record, Page extends object>(
  pageOf: (view: View<Record>) => Output<Page>,
  view: View<Record>,
): Output<Page | Changes<Record>> {
  const page = pageOf(view);
  return {
    ...page,
    tellsChanges: true,
    render: (result, now, publicUrl) => {
      if (!('changes' in result)) return page.render(result, now, publicUrl);
      const shownOf = ({ record, ...gone }: Changes<Record>['changes'][number]): object =>
        record === null ? GoneView.of(gone) : view.of(record, now, publicUrl);
      return { data: result.changes.map(shownOf), meta: { next_cursor: result.nextCursor, more: result.more } };
    },
  };
}

/** The output of a list without pages, with a `meta`. */
export function listOf<Record, Beside>(view: View<Record>, meta: View<Beside>): Output<Listing<Record, Beside>> {
  return {
    shape: 'list',
    view,
    meta,
    render: ({ items, beside }, now, publicUrl) => ({
      data: shown(view, items, now, publicUrl),
      meta: meta.of(beside, now, publicUrl),
    }),
  };
}

/** The output of a short list without pages and without a `meta`: `{items}`. */
export function itemsOf<Record>(view: View<Record>): Output<readonly Record[]> {
  return {
    shape: 'items',
    view,
    meta: null,
    render: (items, now, publicUrl) => ({ data: { items: shown(view, items, now, publicUrl) }, meta: null }),
  };
}

/** The view of an answer that has no body, or is not JSON, so that it has no fields. */
class NoFields {}

/** The output of an operation that answers with a stored file. Its `data` is the `StoredFile`, whose content the adapter sends. */
export function file(): Output<StoredFile> {
  return { shape: 'file', view: NoFields, meta: null, render: (stored) => ({ data: stored, meta: null }) };
}

/** An answer that is sent in pieces as they come, so that its length does not matter for the memory. */
export interface Stream<Piece> {
  readonly headers: Readonly<Partial<Record<StreamHeader, string>>>;
  /**
   * Gives the pieces. A stream that has an end throws when it cannot reach it, so that the client sees a broken answer.
   * @param ended aborted when nobody reads any more, or nobody may
   */
  pieces(ended: AbortSignal): AsyncIterable<Piece>;
  /** Frees what the stream holds, at any time and also if no piece was read. */
  close(): Promise<void>;
}

/** The media types of streams, each with what a schema says of its text. */
export const STREAM_MEDIA = {
  'application/x-ndjson': 'One JSON document in each line.',
  'text/event-stream': 'Server-sent events, as the HTML standard defines them.',
} as const;
export type StreamMedia = keyof typeof STREAM_MEDIA;

/** The headers that a stream can have. */
export type StreamHeader = 'Feed-Position' | 'Export-Token';

/**
 * The output of an operation that answers with a stream. Its `data` is a `Stream<string>`, which the adapter sends.
 * @param textOf writes a piece of the stream as it is sent
 */
export function stream<Piece>(
  streams: NonNullable<Output<never>['streams']>,
  textOf: (piece: Piece, now: Instant, publicUrl: string | null) => string,
): Output<Stream<Piece>> {
  return {
    shape: 'stream',
    streams,
    view: NoFields,
    meta: null,
    render: (result, now, publicUrl) => ({ data: asText(result, (piece) => textOf(piece, now, publicUrl)), meta: null }),
  };
}

function asText<Piece>(result: Stream<Piece>, textOf: (piece: Piece) => string): Stream<string> {
  async function* pieces(ended: AbortSignal): AsyncGenerator<string> {
    for await (const piece of result.pieces(ended)) yield textOf(piece);
  }
  return { headers: result.headers, pieces, close: () => result.close() };
}

/** The output of an operation whose answer has no body (204). */
export function nothing(): Output<void> {
  return { shape: 'one', view: NoFields, meta: null, render: () => ({ data: null, meta: null }) };
}

function shown<Record>(view: View<Record>, items: readonly Record[], now: Instant, publicUrl: string | null): unknown[] {
  return items.map((item) => view.of(item, now, publicUrl));
}

/** The `data` of a capability endpoint or tool. A list and its `meta` become one object, such as `{items, next_cursor}`. */
export function asCapabilityData({ data, meta }: Rendered): unknown {
  return meta ? { items: data, ...meta } : data;
}

/**
 * The schema of a capability endpoint's `data` and of a tool's structured content.
 * @param schemaOf the function that makes the schema of a view
 */
export function capabilityDataSchema(
  { shape, view, meta }: Pick<Output<never>, 'shape' | 'view' | 'meta'>,
  schemaOf: (view: FieldsClass) => JsonSchema = viewSchema,
): JsonSchema {
  if (shape === 'one') return schemaOf(view);
  return closedObject({ items: { type: 'array', items: schemaOf(view) }, ...(meta && schemaOf(meta).properties) });
}
