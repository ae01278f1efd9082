import { createHash } from 'node:crypto';
import type { FieldsClass } from '../../../application/kernel/fields/field.js';
import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';
import { closedObject, viewSchema } from '../../../application/kernel/fields/view.js';
import { GoneView } from '../../../application/kernel/operation/changes-page.js';
import { ChangesMeta, type Operation } from '../../../application/kernel/operation/operation.js';
import { capabilityDataSchema, STREAM_MEDIA, type OutputShape } from '../../../application/kernel/operation/output.js';
import { MOST_UNPAGED } from '../../../application/kernel/operation/page.js';
import { answersFile, hasEtag, takesIdempotencyKey, type OperationEndpoint } from '../endpoint.js';
import type { Components, Part } from './entry.js';
import { ADMITTED, type HeaderName } from './parameters.js';

const INSTANT = '2026-03-02T14:30:00.000Z';

/**
 * A plausible value: the schema's own example or default, or a value that is made from its type.
 * @param name the name of the property; empty: the record itself
 * @param owner the kind of record that the property belongs to, so that `customer_id` gets the same value as a customer's `id`
 */
export function exampleOf(schema: JsonSchema, name: string, owner: string): unknown {
  const { examples, anyOf, properties, enum: values } = schema;
  if (examples && examples.length > 0) return examples[0];
  if (schema.default !== undefined) return schema.default;
  if (anyOf?.[0]) return exampleOf(anyOf[0], name, owner);
  if (properties) {
    const inside = name === '' ? owner : name;
    return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, exampleOf(part, key, inside)]));
  }
  const types = [schema.type].flat();
  if (types.includes('null')) return null;
  if (values) return values[0];
  return byType(types[0], schema, name, owner);
}

function byType(type: string | undefined, schema: JsonSchema, name: string, owner: string): unknown {
  switch (type) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'array':
      return listOf(schema, name, owner);
    case 'string':
      return textFor(schema, name, owner);
    default:
      return {};
  }
}

/** A list of texts is empty, unless it must have an entry. */
function listOf({ items, minItems = 0 }: JsonSchema, name: string, owner: string): unknown[] {
  const isTelling = items && (minItems > 0 || items.properties);
  return isTelling ? [exampleOf(items, name.replace(/s$/, ''), owner)] : [];
}

function textFor({ format, maxLength = 80 }: JsonSchema, name: string, owner: string): string {
  if (format === 'uuid') return idOf(name === 'id' ? owner : name.replace(/_id$/, ''));
  if (format === 'date-time') return INSTANT;
  if (format === 'email') return 'dana@example.com';
  return name.replaceAll('_', ' ').slice(0, maxLength);
}

/** Returns an id in the form of a UUIDv7. The same word always gives the same id. */
function idOf(word: string): string {
  const hex = createHash('sha256').update(word.toLowerCase()).digest('hex');
  return `0199a3c4-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

/** The answers of an endpoint when it succeeds. An endpoint that is not implemented has no such answers. */
export function successes(components: Components, endpoint: OperationEndpoint): Record<string, Part> {
  const { operation, status, location } = endpoint;
  if (operation.errors?.includes('not_implemented')) return {};
  const headers: HeaderName[] = [
    ...ADMITTED,
    ...(hasEtag(endpoint) ? (['ETag'] as const) : []),
    ...(operation.waits ? (['Poll-Later'] as const) : []),
    ...(location !== null ? (['Location'] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? (['Idempotent-Replayed'] as const) : []),
  ];
  if (answersFile(endpoint)) return fileAnswers(components);
  if (operation.output.streams) return { 200: streamAnswer(components, operation.output.streams) };
  const described = { description: descriptionOf(operation.output), headers: components.headers(headers) };
  if (status === 204) return { 204: { ...described, description: 'Done.' } };
  const { streams } = operation.stream?.output ?? {};
  const success = {
    ...described,
    content: { 'application/json': content(components, endpoint), ...(streams && textOf(streams)) },
  };
  if (operation.output.makes) {
    const found = components.headers(headers.filter((name) => name !== 'Location'));
    return {
      200: { ...success, headers: found, description: 'The record that was there, as it is now.' },
      [status]: success,
      204: minimal(components, headers),
    };
  }
  return {
    [status]: success,
    ...(endpoint.addressed !== null && { 204: minimal(components, headers) }),
    ...(hasEtag(endpoint) && { 304: notModified(components) }),
  };
}

/** The answer of a write to a client that prefers it. */
function minimal(components: Components, headers: readonly HeaderName[]): Part {
  return {
    description: 'Done, where the request prefers `return=minimal`.',
    headers: components.headers([...new Set<HeaderName>([...headers, 'Location'])]),
  };
}

export function notModified(components: Components): Part {
  return components.refer('responses', 'NotModified', {
    description: 'The record or file still has the `ETag` in `If-None-Match`.',
    headers: components.headers([...ADMITTED, 'ETag']),
  });
}

/** The answers with a file, of any type, and with its parts. */
function fileAnswers(components: Components): Record<string, Part> {
  const names = [...ADMITTED, 'ETag', 'Accept-Ranges'] as const;
  const content = { '*/*': { schema: { description: 'The bytes of the file.' } } };
  return {
    200: { description: DESCRIPTIONS.file, headers: components.headers(names), content },
    206: {
      description: 'A part of the file, or `multipart/byteranges` with several parts, which has no `Content-Range`.',
      headers: components.headers([...names, 'Content-Range']),
      content,
    },
    304: notModified(components),
  };
}

type Streams = NonNullable<Operation['output']['streams']>;

function streamAnswer(components: Components, { media, headers }: Streams): Part {
  return {
    description: DESCRIPTIONS.stream,
    headers: components.headers([...ADMITTED, ...headers]),
    content: textOf({ media }),
  };
}

function textOf({ media }: Pick<Streams, 'media'>): Part {
  return { [media]: { schema: { type: 'string', description: STREAM_MEDIA[media] } } };
}

function content(components: Components, { operation, surface }: OperationEndpoint): Part {
  const { shape, view, meta } = operation.output;
  const name = viewName(view);
  const item: JsonSchema = components.refer('schemas', name, { ...viewSchema(view) });
  const one = exampleOf(viewSchema(view), '', name);
  if (surface === 'rest' && meta) {
    const beside: JsonSchema = components.refer('schemas', viewName(meta), { ...viewSchema(meta) });
    const page = closedObject({ data: { type: 'array', items: item }, meta: beside });
    const schema = operation.output.tellsChanges ? { anyOf: [page, changesOf(components, item)] } : page;
    return { schema, example: { data: [one], meta: metaExample(meta) } };
  }
  const schema = closedObject({
    data: capabilityDataSchema(operation.output, (part) => (part === view ? item : viewSchema(part))),
  });
  if (shape === 'one') return { schema, example: { data: one } };
  return { schema, example: { data: { items: [one], ...(meta && metaExample(meta)) } } };
}

/** The page of a list with `updated_since`. */
function changesOf(components: Components, item: JsonSchema): JsonSchema {
  const gone: JsonSchema = components.refer('schemas', viewName(GoneView), { ...viewSchema(GoneView) });
  const beside: JsonSchema = components.refer('schemas', viewName(ChangesMeta), { ...viewSchema(ChangesMeta) });
  return closedObject({ data: { type: 'array', items: { anyOf: [item, gone] } }, meta: beside });
}

/** Describes a success. A single answer is a record if it has an id; others, such as free times, are computed. */
function descriptionOf({ shape, view }: Operation['output']): string {
  return shape === 'one' && !viewSchema(view).properties?.['id'] ? 'The answer.' : DESCRIPTIONS[shape];
}

const DESCRIPTIONS: Readonly<Record<OutputShape, string>> = {
  one: 'The record as it is now.',
  'cursor-page': 'One page, with the cursor of the next page.',
  'offset-page': 'One page, with the exact total.',
  list: `All records, at most ${MOST_UNPAGED}.`,
  items: 'All records.',
  file: 'The file, with its own content type.',
  stream: 'The answer, which is sent piece by piece.',
};

function metaExample(meta: FieldsClass): Part {
  // A class of fields is an object in JSON.
  return exampleOf(viewSchema(meta), '', viewName(meta)) as Part;
}

/** Returns the name of a view's schema in the document: `Lead` for `LeadView`. */
export function viewName(view: FieldsClass): string {
  return view.name.replace(/View$/, '');
}
