import { givenFields, type Operation, type Route } from '../../application/kernel/operation/operation.js';
import type { Surface } from '../../application/kernel/operation/steps.js';

/** One method of one path, with its operation. */
export interface OperationEndpoint {
  readonly operation: Operation;
  readonly surface: Exclude<Surface, 'tool'>;
  readonly method: Route['method'];
  /** the path after the base, with parameters as `:id` */
  readonly path: string;
  readonly status: number;
  readonly location: string | null;
  readonly operationId: string;
  /** the GET of the record that a write is about, if its answers have an `ETag` */
  readonly present: OperationEndpoint | null;
}

/** True for a GET of a single record that clients may keep, to ask later if it is still the same. */
export function hasEtag({ method, operation: { output, noStore = false } }: OperationEndpoint): boolean {
  return method === 'GET' && output.shape === 'one' && !noStore;
}

/** True for a GET of a file. Its answer has an `ETag`, too, and may be a part of the file. */
export function answersFile({ method, operation }: OperationEndpoint): boolean {
  return method === 'GET' && operation.output.shape === 'file';
}

/** The HTTP endpoints of the registry: REST routes, and a POST for every capability operation. */
export function endpointsOf(operations: readonly Operation[]): OperationEndpoint[] {
  const endpoints = operations.flatMap(endpointsOfOne);
  const records = new Map(endpoints.filter(hasEtag).map((endpoint) => [endpoint.path, endpoint]));
  return endpoints.map((endpoint) =>
    endpoint.method === 'GET' ? endpoint : { ...endpoint, present: records.get(recordPath(endpoint.path)) ?? null },
  );
}

function endpointsOfOne(operation: Operation): OperationEndpoint[] {
  const { route, capability, name } = operation;
  const rest: OperationEndpoint[] = route ? [{ operation, surface: 'rest', operationId: name, ...route, present: null }] : [];
  if (!capability) return rest;
  const { status = 200 } = capability;
  const path = `/${name.replace('.', '/')}`;
  const location = route?.location ?? null;
  const operationId = `capability.${name}`;
  return [...rest, { operation, surface: 'capability', method: 'POST', path, status, location, operationId, present: null }];
}

/** The path of the record that a path is about: up to its last parameter. '': it is about none. */
function recordPath(path: string): string {
  return /^.*\/:\w+/.exec(path)?.[0] ?? '';
}

export function readsBody({ method, operation }: OperationEndpoint): boolean {
  return method !== 'GET' && !operation.ignoresBody;
}

/** True when a request without a body is refused. At any other endpoint that reads a body, an empty body counts as `{}`. */
export function needsBody(endpoint: OperationEndpoint): boolean {
  const { method, operation, surface } = endpoint;
  if (!readsBody(endpoint)) return false;
  const anyRequired = givenFields(operation, surface).some(({ required }) => required);
  return method === 'PATCH' || (operation.exactlyOne ?? operation.atLeastOne ?? false) || anyRequired;
}

/** True for every POST and PATCH that writes and reads a body. At any other endpoint, an idempotency key is ignored. */
export function takesIdempotencyKey(endpoint: OperationEndpoint): boolean {
  return ['POST', 'PATCH'].includes(endpoint.method) && endpoint.operation.scope === 'full' && readsBody(endpoint);
}
