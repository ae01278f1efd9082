import { fieldsOf } from '../../application/kernel/fields/field.js';
import { isTool, type Operation } from '../../application/kernel/operation/operation.js';
import type { Surface } from '../../application/kernel/operation/steps.js';
import type { Answer } from './api.js';

/** One way to call one operation, as an HTTP request without its key. */
export interface EntryPoint {
  readonly operation: Operation;
  readonly surface: Surface;
  readonly method: string;
  /** true if the operation reads its input from a body */
  readonly readsBody: boolean;
}

export interface Call {
  /** as in a sample */
  readonly needed?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly path?: Readonly<Record<string, string>>;
}

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** The result of a call, a success or a refusal, in the same form for every surface. */
export interface Outcome {
  readonly status: number;
  /** the error code; null for a success */
  readonly code: string | null;
  readonly message: string;
  /** the data of a success, or the text of an answer that is not JSON; undefined for a refusal */
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- tests read answers as they come
}

/** The entry points of an operation, one for each of its surfaces. */
export function entryPointsOf(operation: Operation): EntryPoint[] {
  const { route, capability, ignoresBody = false } = operation;
  const rest: EntryPoint[] = route
    ? [{ operation, surface: 'rest', method: route.method, readsBody: !ignoresBody && route.method !== 'GET' }]
    : [];
  if (!capability) return rest;
  const surfaces = isTool(operation) ? (['capability', 'tool'] as const) : (['capability'] as const);
  return [...rest, ...surfaces.map((surface) => ({ operation, surface, method: 'POST', readsBody: true }))];
}

export function titleOf({ operation, surface }: EntryPoint): string {
  return `${operation.name} as ${surface}`;
}

export function requestOf(entryPoint: EntryPoint, { input, path = {} }: Call): WireRequest {
  const { operation, surface, method } = entryPoint;
  const at = pathOf(entryPoint, path);
  if (method === 'GET') return { method, path: at + queryOf(input) };
  if (method === 'DELETE') return { method, path: at };
  const body = JSON.stringify(surface === 'rest' ? input : { ...input, ...path });
  return surface === 'tool' ? toolRequest(operation.name, body) : { method, path: at, body };
}

/**
 * The calls of a list with all fields of its sample, and with only the required ones: then it has no filter, so that it has
 * entries. Any other operation has only the first call.
 */
export function callsOf({ input: fields, output, scope, atLeastOne }: Operation, sample: Call): readonly Call[] {
  if (scope === 'full' || output.shape === 'one' || atLeastOne) return [sample];
  const required = fieldsOf(fields).filter((field) => field.required || field.name === sample.needed);
  const input = required.flatMap(({ name }) => (name in sample.input ? [[name, sample.input[name]]] : []));
  return [sample, { ...sample, input: Object.fromEntries(input) as Call['input'] }]; // safe: entries of an input
}

/** The request of an entry point with a given text as its body, or as the tool's arguments. The text may be wrong JSON. */
export function requestWithText(entryPoint: EntryPoint, text: string, path: Readonly<Record<string, string>> = {}): WireRequest {
  if (entryPoint.surface === 'tool') return toolRequest(entryPoint.operation.name, text);
  return { method: entryPoint.method, path: pathOf(entryPoint, path), body: text };
}

function toolRequest(name: string, args: string): WireRequest {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
  return { method: 'POST', path: '/api/mcp', body };
}

function pathOf({ operation, surface }: EntryPoint, params: Readonly<Record<string, string>>): string {
  const template = surface === 'rest' ? operation.route?.path : `/${operation.name.replace('.', '/')}`;
  return `/api/v1${(template ?? '').replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`;
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input)
    .flatMap(([name, value]) => partsOf(name, value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** The parameters of a field. That of an object has one for each of its names. */
function partsOf(name: string, value: unknown): (readonly [name: string, value: string])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, String(value)]];
  return Object.entries(value).map(([part, one]) => [`${name}[${part}]`, String(one)]);
}

export function outcomeOf({ surface }: Pick<EntryPoint, 'surface'>, { status, body, text }: Answer): Outcome {
  if (surface !== 'tool') {
    const { code = null, message = '' } = body?.error ?? {};
    return { status, code, message, data: body === undefined ? text : body.data };
  }
  if (body.error)
    return { status, code: body.error.data?.code ?? String(body.error.code), message: body.error.message, data: undefined };
  const { isError, content, structuredContent } = body.result;
  if (!isError) return { status, code: null, message: '', data: structuredContent };
  return { status, ...JSON.parse(content[1].text).error, data: undefined };
}

/**
 * The outcome that a call with the operation's sample must have: a success with an empty message. An operation that declares
 * `not_implemented` always refuses with this code.
 */
export function served(entryPoint: EntryPoint): {
  readonly status: number;
  readonly code: string | null;
  readonly message?: string;
} {
  const never = entryPoint.operation.errors?.includes('not_implemented');
  return never ? { status: 501, code: 'not_implemented' } : { status: successOf(entryPoint), code: null, message: '' };
}

export function successOf({ operation, surface }: EntryPoint): number {
  if (surface === 'rest') return operation.route?.status ?? 200;
  return surface === 'capability' ? (operation.capability?.status ?? 200) : 200;
}
