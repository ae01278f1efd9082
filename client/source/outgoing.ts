import type { CallOptions, Outgoing } from './call.js';
import { ShopOperationsError } from './error.js';

/** How an operation is called. The table of them is made from the registry. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** parameters are written `{id}` */
  readonly path: string;
  readonly answer: 'record' | 'list' | 'feed' | 'file' | 'lines' | 'nothing';
  /** true: a write that takes an idempotency key */
  readonly keyed?: boolean;
  /** true: a write that takes none, so it is sent once */
  readonly once?: boolean;
  /** the service's names of fields that the client calls otherwise: `{ conversation_id: 'conversation' }` */
  readonly names?: Readonly<Record<string, string>>;
  /** the fields that are headers */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Input = Readonly<Record<string, unknown>>;

/** The request of a call. Its idempotency key is the same on every try. */
export function outgoing(endpoint: Endpoint, input: Input, { idempotencyKey }: CallOptions): Outgoing {
  const { method, keyed = false, once = false, names = {}, headers: inHeaders = {} } = endpoint;
  const left: Record<string, unknown> = {};
  const headers: Record<string, string> = keyed ? { 'idempotency-key': idempotencyKey ?? newKey() } : {};
  for (const [name, value] of Object.entries(input)) {
    const header = inHeaders[name];
    if (value === undefined) continue;
    if (header === undefined) left[names[name] ?? name] = value;
    else headers[header] = textOf(value);
  }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(left[name]);
    if (value === '') throw new ShopOperationsError('validation_error', `${name}: is required`, { field: name });
    // A field of the path stands there only.
    Reflect.deleteProperty(left, name);
    return encodeURIComponent(value);
  });
  if (method === 'GET' || method === 'DELETE') return { method, path: path + queryOf(left), headers, names, repeatable: !once };
  return { method, path, headers, body: JSON.stringify(left), names, repeatable: !once };
}

function queryOf(fields: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [key, one] of Object.entries(value)) query.append(`${name}[${key}]`, textOf(one));
    else query.append(name, textOf(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** A list is written with commas: `ids`. The type of an input says that all else is a text, a number or a flag. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : `${(value ?? '') as string | number | boolean}`;
}

/** Not `crypto.randomUUID`: a page that came by plain HTTP does not have it. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
