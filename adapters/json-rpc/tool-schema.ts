import { inputSchema } from '../../application/fields/input-schema.js';
import type { JsonSchema } from '../../application/fields/json-schema.js';
import type { Operation } from '../../application/operation/operation.js';

/** Narrower than what is taken, which a pattern can say by a look-ahead only: some providers of models know none. */
const IDEMPOTENCY_KEY: JsonSchema = {
  type: 'string',
  pattern: '^[!-~]{1,255}$',
  description: 'Your own name for this write: a retry with the same key is not a second one.',
};

/** A tool's arguments: what it does not know is refused, so that a model learns at once. */
export function toolInputSchema({ input, scope }: Pick<Operation, 'input' | 'scope'>): JsonSchema {
  const { properties, ...schema } = forModels(inputSchema(input));
  return { ...schema, properties: { ...properties, ...(scope === 'full' && { idempotency_key: IDEMPOTENCY_KEY }) }, additionalProperties: false };
}

/**
 * Closed objects; no format but `date-time` and no examples: providers of models refuse what they do not know of a schema.
 * And nothing that goes without saying: every word here is paid for in every conversation.
 */
function forModels({ examples: _, format, minLength = 0, maxLength, default: standard, properties, items, ...schema }: JsonSchema): JsonSchema {
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
