import { createHash } from 'node:crypto';
import { parse } from 'node:querystring';
import { fieldsOf } from '../../application/kernel/fields/field.js';
import { parseJson, requireObject, requireStorable } from '../../application/kernel/fields/json-body.js';
import { readIdempotencyKey, type IdempotentCall } from '../../application/kernel/operation/kept-answers.js';
import { shownName } from '../../application/kernel/operation/names.js';
import { InvalidRequest, ValidationError } from '../../domain/shared/errors.js';
import { needsBody, readsBody, takesIdempotencyKey, type OperationEndpoint } from './endpoint.js';
import type { Request, Response } from './locals.js';
import { timesReceived } from './raw-headers.js';
import { readBody } from './read-body.js';

export interface RawInput {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly source: 'query' | 'json';
  readonly idempotent: IdempotentCall | null;
}

/**
 * Returns the input of a request. A GET has it in its query and its path, any other method in its body and its path. The values
 * of the path are added last, so that an `id` in the body cannot replace the `id` of the path.
 * @param strict true: nothing of the request may be ignored
 */
export async function readInput(
  endpoint: OperationEndpoint,
  request: Request,
  response: Response,
  strict: boolean,
): Promise<RawInput> {
  const { params } = request;
  if (endpoint.method === 'GET') {
    const raw = Object.assign(withObjects(endpoint, readQuery(request.url)), params, readHeaders(endpoint, request));
    return { raw, source: 'query', idempotent: null };
  }
  if (strict) refuseQuery(request.url);
  if (!readsBody(endpoint)) return { raw: params, source: 'json', idempotent: null };
  const bytes = await readBody(request, response);
  const body = readObject(endpoint, bytes);
  for (const name of Object.keys(params)) requireStorable(body[name]); // no later check sees these values: the path replaces them
  const raw = Object.assign(body, params); // no copy, because copying a body with many keys would cost more than all other steps
  return { raw, source: 'json', idempotent: idempotentCall(endpoint, request, raw) };
}

/** Parses the body. An empty body means no fields, but is refused when a body is needed, because it is not JSON. */
function readObject(endpoint: OperationEndpoint, bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length > 0) return requireObject(parseJson(bytes));
  if (needsBody(endpoint)) throw new InvalidRequest('a JSON body is required');
  return {};
}

/** Returns the fields that are headers. An absent one is undefined, so that a parameter of the query does not count as the header. */
function readHeaders({ operation }: OperationEndpoint, { headers }: Request): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(operation.input).flatMap(({ name, header }) =>
      header === undefined ? [] : [[name, headers[header.toLowerCase()]]],
    ),
  );
}

/** A query would be ignored here, and the caller has asked that nothing is. */
function refuseQuery(url: string): void {
  const [name] = Object.keys(readQuery(url));
  if (name !== undefined) throw new ValidationError(shownName(name), 'is not known in the query: only a GET reads one');
}

/** Returns the parameters of the query. A parameter that is given twice becomes a list, which every field of a query refuses. */
function readQuery(url: string): Record<string, unknown> {
  const start = url.indexOf('?');
  return start === -1 ? {} : parse(url.slice(start + 1), '&', '=', EVERY_PARAMETER);
}

/** Gathers the parameters of each field that is an object: `metadata[plan]=gold` is a part of `metadata`. */
function withObjects({ operation }: OperationEndpoint, query: Record<string, unknown>): Record<string, unknown> {
  const objects = fieldsOf(operation.input).filter(({ schema }) => schema.type === 'object');
  return objects.reduce((gathered, { name }) => withObject(name, gathered), query);
}

function withObject(name: string, query: Record<string, unknown>): Record<string, unknown> {
  const isPart = (key: string): boolean => key.startsWith(`${name}[`) && key.endsWith(']');
  const parts = Object.entries(query).filter(([key]) => isPart(key));
  if (parts.length === 0) return query;
  const whole = Object.fromEntries(parts.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
  return { ...Object.fromEntries(Object.entries(query).filter(([key]) => !isPart(key))), [name]: whole };
}

/**
 * Switches off the parser's limit. By default the parser stops after a thousand parameters, and all others would count as absent.
 */
const EVERY_PARAMETER = { maxKeys: 0 };

const HEADER = 'idempotency-key';
const FIELD = 'idempotency_key';

/** Takes the key of a call from its header, or from its body, where tools have it. No field of an operation has this name. */
function idempotentCall(endpoint: OperationEndpoint, request: Request, body: Record<string, unknown>): IdempotentCall | null {
  if (!takesIdempotencyKey(endpoint)) return null;
  const { [HEADER]: inHeader } = request.headers;
  const { idempotency_key: inBody = null } = body;
  delete body['idempotency_key'];
  if (inHeader === undefined && inBody === null) return null;
  const name = inHeader === undefined ? FIELD : 'Idempotency-Key';
  if (timesReceived(HEADER, request.rawHeaders) > 1) throw new ValidationError(name, 'must be given once');
  const key = readIdempotencyKey(name, inHeader ?? inBody);
  if (inBody !== null && inBody !== key)
    throw new ValidationError(FIELD, 'must be the Idempotency-Key of the header, or left out');
  const call = `${endpoint.method} ${request.originalUrl}\n`;
  const fingerprintOf = (given: string): string => createHash('sha256').update(call).update(given).digest('base64url');
  return { name, key, fingerprintOf };
}
