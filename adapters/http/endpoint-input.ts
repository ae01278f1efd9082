import { givenFields } from '../../application/operation/operation.js';
import type { Endpoint } from './endpoint.js';

export function readsBody({ method, operation }: Endpoint): boolean {
  return method !== 'GET' && !operation.ignoresBody;
}

/** When no field is required, an empty body counts as `{}`. */
export function needsBody(endpoint: Endpoint): boolean {
  const { method, operation, surface } = endpoint;
  if (!readsBody(endpoint)) return false;
  const anyRequired = givenFields(operation, surface).some(({ required }) => required);
  return method === 'PATCH' || (operation.exactlyOne ?? false) || anyRequired;
}

/** True for every POST that writes. A POST that only reads ignores the Idempotency-Key header. */
export function takesIdempotencyKey(endpoint: Endpoint): boolean {
  return endpoint.method === 'POST' && endpoint.operation.scope === 'full' && readsBody(endpoint);
}
