import { givenFields } from '../../application/operation/operation.js';
import type { Endpoint } from './endpoint.js';

export function readsBody({ method, operation }: Endpoint): boolean {
  return method !== 'GET' && !operation.ignoresBody;
}

/** Where nothing is required an empty body is `{}`. */
export function needsBody(endpoint: Endpoint): boolean {
  const { method, operation, surface } = endpoint;
  if (!readsBody(endpoint)) return false;
  const anyRequired = givenFields(operation, surface).some(({ required }) => required);
  return method === 'PATCH' || (operation.exactlyOne ?? false) || anyRequired;
}

/** Every POST that writes; on a POST that only reads, the header says nothing. */
export function takesIdempotencyKey(endpoint: Endpoint): boolean {
  return endpoint.method === 'POST' && endpoint.operation.scope === 'full' && readsBody(endpoint);
}
