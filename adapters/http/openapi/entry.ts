import { areaOf } from '../../../application/kernel/area.js';
import type { Endpoint } from '../endpoint.js';
import type { Components, Part } from './components.js';
import { parametersOf } from './parameters.js';
import { codesOf, refusals } from './refusals.js';
import { requestBodyOf } from './request-body.js';
import { successes } from './success.js';

/** The document's entry for one method of one path. */
export function entryOf(components: Components, endpoint: Endpoint): Part {
  const { operation, surface } = endpoint;
  const parameters = parametersOf(components, endpoint);
  const requestBody = requestBodyOf(components, endpoint);
  return {
    operationId: surface === 'rest' ? operation.name : `capability.${operation.name}`,
    tags: [areaOf(operation.name)],
    summary: surface === 'rest' ? operation.summary : `${operation.summary} (capability)`,
    description: `${operation.description}\n\n${needs(endpoint)}`,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successes(components, endpoint), ...refusals(components, codesOf(endpoint)) },
  };
}

/** The key, permission and budget that a caller needs. */
function needs({ operation: { scope, capability, name }, surface }: Endpoint): string {
  const key = scope === 'full' ? 'Needs a key with scope `full`.' : 'Any live key may call it.';
  if (surface === 'rest' || !capability) return key;
  const { permission, budget } = capability;
  return (
    `Needs the section \`${permission}\` at level \`act\`${scope === 'full' ? ' and a key with scope `full`' : ''}. ` +
    `Counts against the key’s ${budget} budget. Also available as the tool \`${name}\` at \`/api/mcp\`.`
  );
}
