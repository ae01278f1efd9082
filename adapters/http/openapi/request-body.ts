import { fieldsOf, type Field } from '../../../application/kernel/fields/field.js';
import { schemaOf, type JsonSchema } from '../../../application/kernel/fields/json-schema.js';
import { IDEMPOTENCY_KEY_SCHEMA } from '../../../application/kernel/operation/kept-answers.js';
import { givenFields, type Operation } from '../../../application/kernel/operation/operation.js';
import { needsBody, readsBody, takesIdempotencyKey, type OperationEndpoint } from '../endpoint.js';
import type { Components, Part } from './entry.js';
import { exampleOf } from './success.js';

const IDEMPOTENCY_KEY: JsonSchema = { ...IDEMPOTENCY_KEY_SCHEMA, description: 'The same as the header `Idempotency-Key`.' };

/** Returns the document's description of the body. Null: the endpoint reads no body. */
export function requestBodyOf(components: Components, endpoint: OperationEndpoint): Part | null {
  const { operation, surface } = endpoint;
  const fields = givenFields(operation, surface);
  if (!readsBody(endpoint)) return null;
  const schema = components.refer('schemas', nameOf(endpoint), { ...bodySchema(endpoint) });
  return {
    description: `${rule(operation, fields)}Unknown properties are ignored, unless \`Prefer\` says otherwise.`,
    required: needsBody(endpoint),
    content: { 'application/json': { schema, example: example(operation, fields) } },
  };
}

/**
 * Returns the name of the body's schema. The body of a capability endpoint also contains the ids that REST has in the path, and
 * lacks the fields of REST only, so it then gets a schema of its own.
 */
function nameOf({ operation: { input, route }, surface }: OperationEndpoint): string {
  const places = route?.method === 'GET' ? ['path'] : ['path', 'rest'];
  const isOther = surface === 'capability' && fieldsOf(input).some(({ place }) => places.includes(place));
  return isOther ? `Capability${input.name}` : input.name;
}

/**
 * Says in words how many of the fields must be given. JSON Schema can only count all properties. It would also count unknown
 * properties, and verbs that are `false`, which the service ignores.
 */
function rule({ exactlyOne, atLeastOne }: Operation, fields: readonly Field[]): string {
  const names = fields.flatMap(({ name, place }) => (place === 'path' ? [] : [`\`${name}\``])).join(', ');
  if (exactlyOne) return `Exactly one of ${names}. A verb that is \`false\` counts as not given. `;
  return atLeastOne ? `At least one of ${names}. ` : '';
}

/**
 * Returns the example of a body. It always has the ids that a capability endpoint takes. It also has the required fields and the
 * fields whose schema has an example. If there are none of these, it has the first field, with the example of the same field in
 * the answer. When one field must be given, it has one.
 */
function example({ exactlyOne, atLeastOne, input, output }: Operation, fields: readonly Field[]): Part {
  const ids = fields.filter(({ place }) => place === 'path');
  const others = fields.filter(({ place }) => place === 'input');
  const verb = others.find(({ schema }) => schema.type === 'boolean');
  if (exactlyOne && verb) return { ...exampleFrom(ids, input.name), [verb.name]: true };
  const telling = others.filter(({ required, schema }) => required || schema.examples);
  if (telling.length > 0) return exampleFrom([...ids, ...(exactlyOne || atLeastOne ? telling.slice(0, 1) : telling)], input.name);
  const [first] = others;
  const shown = fieldsOf(output.view).find(({ name }) => name === first?.name) ?? first;
  return exampleFrom(shown ? [...ids, shown] : ids, input.name);
}

function exampleFrom(fields: readonly Field[], owner: string): Part {
  return Object.fromEntries(fields.map(({ name, schema }) => [name, exampleOf(schema, name, owner)]));
}

/**
 * Returns the schema of the body. When an optional field must be given, the schema also demands one property more than the
 * required ones.
 */
function bodySchema(endpoint: OperationEndpoint): JsonSchema {
  const { operation, surface } = endpoint;
  const { properties, ...schema } = schemaOf(givenFields(operation, surface));
  const { atLeastOne = false, exactlyOne = false } = operation;
  return {
    ...schema,
    properties: { ...properties, ...(takesIdempotencyKey(endpoint) && { idempotency_key: IDEMPOTENCY_KEY }) },
    ...((atLeastOne || exactlyOne) && { minProperties: (schema.required?.length ?? 0) + 1 }),
  };
}
