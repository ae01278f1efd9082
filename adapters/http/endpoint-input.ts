import { givenFields } from '../../application/kernel/operation/operation.js';
import type { Endpoint } from './endpoint.js';

export function readsBody({ method, operation }: Endpoint): boolean {
  return method !== 'GET' && !operation.ignoresBody;
}

/** True when a request without a body is refused. At any other endpoint that reads a body, an empty body counts as `{}`. */
export function needsBody(endpoint: Endpoint): boolean {
  const { method, operation, surface } = endpoint;
  if (!readsBody(endpoint)) return false;
  const anyRequired = givenFields(operation, surface).some(({ required }) => required);
  return method === 'PATCH' || (operation.exactlyOne ?? operation.atLeastOne ?? false) || anyRequired;
}

/** True for every POST that writes and reads a body. At any other endpoint, the Idempotency-Key header is ignored. */
export function takesIdempotencyKey(endpoint: Endpoint): boolean {
  return endpoint.method === 'POST' && endpoint.operation.scope === 'full' && readsBody(endpoint);
}
