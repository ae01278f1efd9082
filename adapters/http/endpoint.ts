import { fieldsOf } from '../../application/kernel/fields/field.js';
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
  /** the path of the GET of the record that a write answers, so that its address can stand for it; null: the answer is needed */
  readonly addressed: string | null;
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
  return endpoints.map((endpoint) => {
    if (endpoint.method === 'GET') return endpoint;
    const address = answersRecord(endpoint) ? addressOf(endpoint) : '';
    return {
      ...endpoint,
      present: records.get(recordPath(endpoint.path)) ?? null,
      addressed: records.has(address) ? address : null,
    };
  });
}

/** An endpoint has these values until it is compared with the others. */
const ALONE = { present: null, addressed: null } as const;

function endpointsOfOne(operation: Operation): OperationEndpoint[] {
  const { route, capability, name } = operation;
  const rest: OperationEndpoint[] = route ? [{ operation, surface: 'rest', operationId: name, ...route, ...ALONE }] : [];
  if (!capability) return rest;
  const { status = 200 } = capability;
  const path = `/${name.replace('.', '/')}`;
  const location = route?.location ?? null;
  const operationId = `capability.${name}`;
  return [...rest, { operation, surface: 'capability', method: 'POST', path, status, location, operationId, ...ALONE }];
}

/** The path of the record that a path is about: up to its last parameter. '': it is about none. */
function recordPath(path: string): string {
  return /^.*\/:\w+/.exec(path)?.[0] ?? '';
}

/** True for a write whose answer is a record that says nothing which a GET would not say, too. */
function answersRecord({ operation: { scope, output, holdsSecret = false } }: OperationEndpoint): boolean {
  return scope === 'full' && output.shape === 'one' && !holdsSecret && fieldsOf(output.view).some(({ name }) => name === 'id');
}

/** The path under which the record of a write's answer would be read. */
function addressOf({ operation: { name, route }, location, surface, path }: OperationEndpoint): string {
  const [area = ''] = name.split('.');
  return location ?? (surface === 'rest' ? path : (route?.path ?? `/${area}/:id`));
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

/** True for every POST, PATCH and PUT that writes and reads a body. At any other endpoint, an idempotency key is ignored. */
export function takesIdempotencyKey(endpoint: OperationEndpoint): boolean {
  return ['POST', 'PATCH', 'PUT'].includes(endpoint.method) && endpoint.operation.scope === 'full' && readsBody(endpoint);
}
