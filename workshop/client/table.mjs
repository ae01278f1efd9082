import { built } from './built.mjs';

const { fieldsOf } = await built('application/kernel/fields/field.js');
const { takesIdempotencyKey } = await built('adapters/http/endpoint.js');
const { clientCall, shownName } = await built('adapters/http/reference/client-calls.js');

/**
 * Returns how the client calls each operation, by the name that it has in the document. An operation that is at two endpoints is
 * called on REST. A capability whose name another operation has on REST keeps its name of the document, `capability.…`. An operation
 * that is not implemented has no method.
 */
export function callsOf(endpoints) {
  const onRest = new Set(endpoints.flatMap(({ surface, operation }) => (surface === 'rest' ? [operation.name] : [])));
  const taken = new Set(endpoints.flatMap(({ surface, operationId }) => (surface === 'rest' ? [operationId] : [])));
  return endpoints
    .filter(({ operation }) => !operation.errors?.includes('not_implemented'))
    .filter(({ surface, operation }) => surface === 'rest' || !onRest.has(operation.name))
    .map((endpoint) => ({ name: shownName(endpoint, taken), endpoint }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the service's names of the fields of an operation that the client calls otherwise, by the client's names. */
export function namesOf(endpoint) {
  const { names } = clientCall(endpoint.operationId, endpoint);
  return Object.fromEntries(Object.entries(names).map(([theirs, ours]) => [ours, theirs]));
}

/** Returns the fields of the input that are headers, by the names of the input. */
export function headersOf({ operation: { input } }) {
  return Object.fromEntries(fieldsOf(input).flatMap(({ name, header }) => (header ? [[name, header]] : [])));
}

/** Returns what the client must know of an endpoint to call it. */
export function rowOf({ name, endpoint }) {
  const { method, path, operation } = endpoint;
  const [names, headers] = [namesOf(endpoint), headersOf(endpoint)];
  const keyed = takesIdempotencyKey(endpoint);
  return {
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    answer: answerOf(name, endpoint),
    ...(keyed && { keyed }),
    ...(operation.scope === 'full' && !keyed && { once: true }),
    ...(Object.keys(names).length > 0 && { names }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

const ANSWERS = { one: 'record', file: 'file', stream: 'lines' };

export function answerOf(name, { status, operation: { output } }) {
  if (status === 204) return 'nothing';
  return name === 'events.list' ? 'feed' : (ANSWERS[output.shape] ?? 'list');
}
