import { inputSchema } from '../../application/fields/input-schema.js';
import type { JsonSchema } from '../../application/fields/json-schema.js';
import { IDEMPOTENCY_KEY_SCHEMA } from '../../application/operation/idempotency.js';
import type { Operation } from '../../application/operation/operation.js';

const IDEMPOTENCY_KEY: JsonSchema = {
  ...IDEMPOTENCY_KEY_SCHEMA,
  description: 'A name you choose for this write. A retry with the same key does not write again.',
};

/** The schema of a tool's arguments. Unknown arguments are refused, so that a model notices its mistake at once. */
export function toolInputSchema({ input, scope }: Pick<Operation, 'input' | 'scope'>): JsonSchema {
  const { properties, ...schema } = forModels(inputSchema(input));
  return {
    ...schema,
    properties: { ...properties, ...(scope === 'full' && { idempotency_key: IDEMPOTENCY_KEY }) },
    additionalProperties: false,
  };
}

/**
 * Returns the schema in the form that models get. It has no examples and no format but `date-time`, because model providers
 * refuse schema keywords that they do not know. It has no redundant keywords, because every word costs tokens in every
 * conversation. Its objects accept only the listed properties.
 */
function forModels({
  examples: _,
  format,
  minLength = 0,
  maxLength,
  default: standard,
  properties,
  items,
  ...schema
}: JsonSchema): JsonSchema {
  const named = Object.entries(properties ?? {}).map(([name, property]) => [name, forModels(property)] as const);
  return {
    ...schema,
    ...(minLength > 1 && { minLength }),
    ...(format === 'date-time' ? { format } : maxLength !== undefined && { maxLength }),
    ...(standard !== undefined && standard !== schema.minimum && { default: standard }),
    ...(properties && { properties: Object.fromEntries(named), additionalProperties: false }),
    ...(items && { items: forModels(items) }),
  };
}
